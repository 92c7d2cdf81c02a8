import type { CancellationReason } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { ChangeNotPossibleError, NoSubscriptionError } from './change-errors.js';
import { RequestChange } from './request-change.js';
import { SubscriptionChangesRepository, type RequestedChange } from './subscription-changes.repository.js';
import { isUnpaid, NOTHING_PENDING, pendingChangeTo } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

/** Also drops a scheduled plan change. The cancellation records it, so that resuming can restore it. */
export function scheduleEnd(subscription: SubscriptionEntity, cancelAt: Date): RequestedChange {
  const { pendingPlan: plan, pendingInterval: interval } = subscription;
  Object.assign(subscription, { cancelAtPeriodEnd: true, cancelAt, ...NOTHING_PENDING });
  return { kind: 'cancel', plan, interval };
}

/** Cancels a customer's subscription at the end of the period, and resumes it until then. */
@Injectable()
export class CancelSubscription {
  constructor(
    private readonly requestChange: RequestChange,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly changes: SubscriptionChangesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns when the plan ends: immediately if its period isn't paid, whose invoice is voided. Canceling again changes nothing. Throws
   * `no_subscription`. `submissionId`: see {@link RequestChange}.
   */
  async cancel(userId: string, submissionId?: string): Promise<Date> {
    const { id } = await this.requestChange.requireCurrent(userId);
    let cancelAt = this.clock.now();
    const prepare = async (subscription: SubscriptionEntity): Promise<RequestedChange | null> => {
      if (!isUnpaid(subscription.status)) cancelAt = subscription.cancelAt ?? subscription.currentPeriodEnd;
      // The period of an unpaid plan may never end at the provider.
      const isOpen = (await this.changes.findOpen(id))?.kind === 'cancel';
      if (subscription.cancelAtPeriodEnd && (isOpen || !isUnpaid(subscription.status))) return null;
      return scheduleEnd(subscription, cancelAt);
    };
    await this.requestChange.request(id, prepare, { submissionId });
    return cancelAt;
  }

  /**
   * Restores the plan change that canceling dropped. Does nothing if it is not set to end. Throws `no_subscription` once it has ended,
   * `change_not_possible` if a refund is ending it, and `account_deletion_scheduled`.
   */
  async resume(
    userId: string,
    { submissionId, reason }: Pick<RequestedChange, 'submissionId' | 'reason'> = {},
  ): Promise<void> {
    const { id } = await this.requestChange.requireCurrent(userId);
    const prepare = async (subscription: SubscriptionEntity): Promise<RequestedChange | null> => {
      if (!subscription.cancelAtPeriodEnd) return null;
      const isRefunded = (await this.changes.countEndingRefunds(id)) > 0;
      if (subscription.status !== 'active' || isRefunded) throw new ChangeNotPossibleError('ended');
      Object.assign(subscription, { cancelAtPeriodEnd: false, cancelAt: null });
      const { plan, interval } = (await this.changes.findDroppedChange(subscription)) ?? {};
      if (!plan || !interval) return { kind: 'resume', reason };
      Object.assign(subscription, pendingChangeTo(plan, interval, subscription.currentPeriodEnd));
      return { kind: 'resume', plan, interval, reason };
    };
    await this.requestChange.request(id, prepare, {
      isCharged: true,
      submissionId: submissionId ?? undefined,
    });
  }

  /** Records why the customer canceled. Throws `no_subscription` if they didn't. */
  async giveFeedback(userId: string, reason: CancellationReason, comment: string | null): Promise<void> {
    await this.database.transaction(async () => {
      const subscription = await this.subscriptions.findLatestByUser(userId);
      const found = subscription && (await this.changes.findCancellation(subscription.id));
      const cancellation = found && (await this.changes.lock(found.id));
      if (!cancellation) throw new NoSubscriptionError();
      Object.assign(cancellation, { reason, comment });
    });
  }
}
