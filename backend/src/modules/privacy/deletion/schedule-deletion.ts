import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { AccountDeletions, Users } from '../../auth/index.js';
import { accountDeletionDue, accountDeletionScheduled, accountDeletionUndone } from '../events.js';
import { PlanDuringDeletion } from './plan-during-deletion.js';

/** How long a deletion can be undone. */
const UNDO_SECONDS = 14 * 86_400;

/** Schedules the deletion of an account at its owner's request, and undoes it. */
@Injectable()
export class ScheduleDeletion {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly deletions: AccountDeletions,
    private readonly plan: PlanDuringDeletion,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** When the account will be deleted; undefined if no deletion is scheduled. */
  async find(userId: string): Promise<Date | undefined> {
    return (await this.deletions.find(userId))?.scheduledFor;
  }

  /** Sets the plan to end with its period, or ends it at once if that isn't paid. Returns when the account will be deleted. Repeating it changes nothing. */
  schedule(userId: string): Promise<Date> {
    return this.database.transaction(async () => {
      await this.users.lockById(userId);
      const existing = await this.deletions.find(userId);
      if (existing) return existing.scheduledFor;
      const plan = await this.plan.cancel(userId);
      const scheduledFor = this.clock.in(UNDO_SECONDS);
      const { canceledPlan } = plan;
      this.deletions.add({ userId, requestedAt: this.clock.now(), scheduledFor, canceledPlan });
      const at = scheduledFor.toISOString();
      await this.outbox.emit(accountDeletionScheduled, { userId, scheduledFor: at, ...plan });
      await this.outbox.emit(accountDeletionDue, { userId, scheduledFor: at }, { dueAt: scheduledFor });
      await this.record(userId, 'user.deletion_scheduled', { scheduledFor: at });
      return scheduledFor;
    });
  }

  /** Undoes the deletion. Resumes the plan if the request canceled it and it has not ended. Does nothing if no deletion is scheduled. */
  undo(userId: string): Promise<void> {
    return this.database.transaction(async () => {
      const deletion = await this.deletions.lock(userId);
      if (!deletion) return;
      // First, because the plan of an account that will be deleted can't be resumed.
      await this.deletions.remove(userId);
      const resumedPlan = deletion.canceledPlan && (await this.plan.resume(userId));
      await this.outbox.emit(accountDeletionUndone, { userId, resumedPlan });
      await this.record(userId, 'user.deletion_undone', { resumedPlan });
    });
  }

  private record(userId: string, action: AuditAction, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: userId, action, subject: { type: 'user', id: userId }, details });
  }
}
