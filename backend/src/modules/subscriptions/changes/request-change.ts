import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { AccountDeletions } from '../../auth/index.js';
import { subscriptionChangeDue } from '../events.js';
import { isEnded } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { toAuditDetails } from './audit-details.js';
import { ChangeNotPossibleError, NoSubscriptionError } from './change-errors.js';
import { getActor, INDEPENDENT_KINDS } from '../domain/change-rules.js';
import type { SubscriptionChangeEntity } from './subscription-change.entity.js';
import { SubscriptionChangesRepository, type RequestedChange } from './subscription-changes.repository.js';

/** The worker applies a change after this time if the request that made it did not. */
const WORKER_DELAY_SECONDS = 15;

interface ChangeOptions {
  /** The request applies it itself. */
  appliedByRequest?: boolean | undefined;
  allowEnded?: boolean;
  /** The customer will be charged for it, so their account must not be scheduled for deletion. */
  isCharged?: boolean;
  /** The cancellation submission that requested it; its sender is not authenticated. */
  submissionId?: string | undefined;
}

/** Stores the changes that customers and staff request, so that a crash can't lose them. */
@Injectable()
export class RequestChange {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly changes: SubscriptionChangesRepository,
    private readonly deletions: AccountDeletions,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** The user's subscription that has not ended. Throws `no_subscription`. */
  async requireCurrent(userId: string): Promise<SubscriptionEntity> {
    const subscription = await this.subscriptions.findCurrentByUser(userId);
    if (!subscription) throw new NoSubscriptionError();
    return subscription;
  }

  /** Like {@link requireCurrent}, for a change that the customer is charged for. Throws `account_deletion_scheduled` too. */
  async requireChargeable(userId: string): Promise<SubscriptionEntity> {
    const subscription = await this.requireCurrent(userId);
    await this.deletions.assertNone(userId);
    return subscription;
  }

  /**
   * Locks the subscription, lets `prepare` check and change it, and stores the change that it returns, if any. The worker applies it at
   * once, or after a delay if the request does so itself. Throws `change_not_possible`, `account_deletion_scheduled`, and what `prepare`
   * throws.
   */
  request(
    subscriptionId: string,
    prepare: (subscription: SubscriptionEntity) => Promise<RequestedChange | null>,
    { appliedByRequest, allowEnded = false, isCharged = false, submissionId }: ChangeOptions = {},
  ): Promise<SubscriptionChangeEntity | null> {
    return this.database.transaction(async () => {
      const subscription = await this.subscriptions.lock(subscriptionId);
      if (!subscription || (!allowEnded && isEnded(subscription.status)))
        throw new ChangeNotPossibleError('ended');
      if (isCharged) await this.deletions.assertNone(subscription.userId);
      const requested = await prepare(subscription);
      return requested && this.store(subscription, requested, { appliedByRequest, submissionId });
    });
  }

  /** Stores a change in place of the open one. Requires the transaction that locked the subscription. */
  async store(
    subscription: SubscriptionEntity,
    requested: RequestedChange,
    { appliedByRequest = false, submissionId }: Pick<ChangeOptions, 'appliedByRequest' | 'submissionId'> = {},
  ): Promise<SubscriptionChangeEntity> {
    const { id: subscriptionId, userId, currentPeriodEnd: periodEnd } = subscription;
    if (!INDEPENDENT_KINDS.includes(requested.kind)) await this.changes.supersede(subscriptionId);
    const change = await this.changes.add({
      ...requested,
      subscriptionId,
      userId,
      periodEnd,
      submissionId: submissionId ?? null,
    });
    subscription.updatedAt = this.clock.now();
    const dueAt = appliedByRequest ? this.clock.in(WORKER_DELAY_SECONDS) : undefined;
    await this.outbox.emit(subscriptionChangeDue, { changeId: change.id }, { dueAt });
    await this.audit.record({
      actorId: getActor(change),
      action: `subscription.${change.kind}-requested`,
      subject: { type: 'user', id: userId },
      details: toAuditDetails(change, subscription),
    });
    return change;
  }
}
