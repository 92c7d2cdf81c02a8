import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import {
  InvoicesRepository,
  isDisputed,
  paymentReversed,
  RecoverReversals,
  returnedCents,
  StoreInvoice,
  toReversal,
  type PaymentReversal,
  type ProviderInvoice,
} from '../../billing/index.js';
import { subscriptionDisputed, subscriptionRefundedAtProvider } from '../events.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionTransitions } from '../subscription-transitions.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { ENDED_BY_REFUND, SyncSubscription } from '../sync-subscription.js';
import type { ReversedPayment } from './end-reversed-subscription.js';

/** Records the refunds and disputes of a payment. */
@Injectable()
export class RecordReversal {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly invoices: InvoicesRepository,
    private readonly storeInvoice: StoreInvoice,
    private readonly recoverReversals: RecoverReversals,
    private readonly syncSubscription: SyncSubscription,
    private readonly transitions: SubscriptionTransitions,
    private readonly outbox: Outbox,
  ) {}

  /** Requires a transaction. */
  async record(reversed: ReversedPayment, { eventId }: { eventId?: string }): Promise<void> {
    const { reversal, invoice, snapshot, endReason } = reversed;
    const subscription = await this.subscriptions.lock(reversed.subscriptionId);
    if (!subscription) return;
    await this.recordDispute(subscription, reversal, invoice);
    if (endReason !== ENDED_BY_REFUND) await this.announceRefunds(subscription, reversal);
    await this.recoverReversals.markApplied([...reversal.refunds, ...reversal.disputes].flatMap(toReversal));
    for (const paymentIntentId of reversed.renewals)
      await this.outbox.emit(paymentReversed, { paymentIntentId });
    if (snapshot && subscription.recurringSetupAt) await this.syncSubscription.apply(snapshot, { eventId });
    // Recurring billing is not set up, so the provider does not decide the status.
    else if (endReason)
      await this.transitions.move(subscription, endReason === ENDED_BY_REFUND ? 'refunded' : 'canceled', {
        reason: endReason,
        eventId,
      });
  }

  private async recordDispute(
    subscription: SubscriptionEntity,
    reversal: PaymentReversal,
    invoice: ProviderInvoice | undefined,
  ): Promise<void> {
    const [dispute] = reversal.disputes;
    let known = (await this.isDisputedWithoutInvoice(subscription)) ? 'needs_response' : null;
    subscription.disputed = isDisputed(reversal);
    if (invoice?.subscriptionId) {
      known = (await this.storeInvoice.store(invoice))?.disputeStatus ?? known;
      await this.invoices.markReversed(invoice.id, {
        refundedCents: returnedCents(reversal.refunds),
        disputeStatus: dispute?.status ?? null,
      });
      subscription.disputed = await this.invoices.isDisputed(invoice.subscriptionId);
    }
    if (!dispute || dispute.status === known) return;
    const { amountCents, currency, reason, status, evidenceDueAt } = dispute;
    await this.outbox.emit(subscriptionDisputed, {
      subscriptionId: subscription.id,
      userId: subscription.userId,
      paymentIntentId: reversal.paymentIntentId,
      amountCents,
      currency,
      reason,
      status,
      evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    });
  }

  /** Refunds requested here have metadata. */
  private async announceRefunds(
    { id: subscriptionId, userId }: SubscriptionEntity,
    { refunds }: PaymentReversal,
  ): Promise<void> {
    const atProvider = refunds.filter(
      ({ status, metadata: { change_id, event_id } }) => status === 'succeeded' && !change_id && !event_id,
    );
    for (const { id: refundId, amountCents } of atProvider) {
      const refunded = { subscriptionId, userId, refundId, amountCents };
      await this.outbox.emit(subscriptionRefundedAtProvider, refunded);
    }
  }

  /** Whether the first payment was disputed before its invoice was known. */
  private async isDisputedWithoutInvoice({
    disputed,
    providerSubscriptionId,
  }: SubscriptionEntity): Promise<boolean> {
    if (!disputed) return false;
    return !providerSubscriptionId || !(await this.invoices.isDisputed(providerSubscriptionId));
  }
}
