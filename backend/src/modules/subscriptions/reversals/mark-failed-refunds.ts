import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { PaymentReversal, ProviderRefund } from '../../billing/index.js';
import type { SubscriptionChangeEntity } from '../changes/subscription-change.entity.js';
import { SubscriptionChangesRepository } from '../changes/subscription-changes.repository.js';
import { NOT_ENDED, REFUNDED_WITH_PLAN } from '../domain/change-rules.js';
import { subscriptionChangeFailed } from '../events.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

/** The bank may return a refund days after the provider accepted it. Staff are alerted; the plan stays ended. */
@Injectable()
export class MarkFailedRefunds {
  constructor(
    private readonly changes: SubscriptionChangesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Requires a transaction that has locked the subscription. Ignores refunds that were not made here, and those of a checkout. */
  async mark(subscriptionId: string, { paymentIntentId: payment, refunds }: PaymentReversal): Promise<void> {
    for (const refund of refunds) {
      if (refund.status !== 'failed' && refund.status !== 'canceled') continue;
      const change =
        (await this.findApplied(refund)) ?? (await this.addWithPlan(subscriptionId, payment, refund));
      if (!change) continue;
      const { id: changeId, userId, kind } = change;
      const reason = `refund_${refund.status}`;
      this.changes.finish(change, 'failed', reason);
      await this.outbox.emit(subscriptionChangeFailed, { changeId, subscriptionId, userId, kind, reason });
      await this.audit.record({
        actorId: null,
        action: 'subscription.refund-failed',
        subject: { type: 'user', id: userId },
        details: { subscriptionId, changeId, payment, error: reason },
      });
    }
  }

  /** The change that requested the refund, unless it was marked before. */
  private async findApplied({ metadata }: ProviderRefund): Promise<SubscriptionChangeEntity | null> {
    const id = metadata.change_id;
    const change = id && isUuid(id) ? await this.changes.lock(id) : null;
    return change?.status === 'applied' || change?.failureReason === NOT_ENDED ? change : null;
  }

  /** A change for the refund of an upgrade or renewal that was made with the end of the plan; null if there is one. */
  private async addWithPlan(
    subscriptionId: string,
    paymentIntentId: string,
    { id: refundId, amountCents, metadata }: ProviderRefund,
  ): Promise<SubscriptionChangeEntity | null> {
    if (!metadata.event_id || metadata.checkout_id || (await this.changes.findByRefund(refundId)))
      return null;
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription) return null;
    const { userId, currentPeriodEnd: periodEnd } = subscription;
    const refund = { kind: 'refund' as const, paymentIntentId, amountCents, refundId };
    return this.changes.add({ ...refund, subscriptionId, userId, periodEnd, reason: REFUNDED_WITH_PLAN });
  }
}
