import { Injectable } from '@nestjs/common';
import { UPGRADE_FAILED, UPGRADE_PAID } from '../domain/change-rules.js';
import { NOTHING_PENDING } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { RequestChange } from './request-change.js';
import { SubscriptionChangesRepository } from './subscription-changes.repository.js';

/**
 * The plan change that is scheduled for the end of the period, when an upgrade replaces it. The provider can't keep both, so the schedule
 * is released before the charge. Requires the transaction that locked the subscription.
 */
@Injectable()
export class ScheduledPlanChange {
  constructor(
    private readonly changes: SubscriptionChangesRepository,
    private readonly requestChange: RequestChange,
  ) {}

  /** After an upgrade failed: schedules the change again that it would have replaced. */
  async restore(subscription: SubscriptionEntity): Promise<void> {
    const { pendingPlan: plan, pendingInterval: interval } = subscription;
    if (plan && interval)
      await this.requestChange.store(subscription, {
        kind: 'schedule',
        plan,
        interval,
        reason: UPGRADE_FAILED,
      });
  }

  /** After an upgrade was paid, unless the customer has scheduled another change since. */
  async drop(subscription: SubscriptionEntity): Promise<void> {
    const latest = await this.changes.findLatest(subscription.id);
    const isRestored = latest?.reason === UPGRADE_FAILED;
    if (latest?.kind !== 'upgrade' && !isRestored) return;
    Object.assign(subscription, NOTHING_PENDING);
    if (isRestored)
      await this.requestChange.store(subscription, { kind: 'unschedule', reason: UPGRADE_PAID });
  }
}
