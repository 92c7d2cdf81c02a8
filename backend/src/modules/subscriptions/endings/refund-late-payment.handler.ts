import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import {
  invoicePaid,
  InvoicesPort,
  InvoicesRepository,
  ReadPaymentReversal,
  SubscriptionsPort,
} from '../../billing/index.js';
import { RequestChange } from '../changes/request-change.js';
import { PAID_AFTER_END } from '../domain/change-rules.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

interface Payload {
  providerInvoiceId: string;
  providerSubscriptionId: string;
}

interface LatePayment {
  subscriptionId: string;
  paymentIntentId: string;
}

/**
 * Refunds an invoice that was paid after the plan had ended, for example because the bank confirmed the payment late. What it took
 * from the customer's balance is returned.
 */
@Injectable()
export class RefundLatePayment extends EffectHandler<Payload, LatePayment | undefined> {
  override readonly id = 'refund-late-payment';
  override readonly event = invoicePaid;

  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly providerInvoices: InvoicesPort,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly readReversal: ReadPaymentReversal,
    private readonly requestChange: RequestChange,
  ) {
    super();
  }

  override async perform({
    providerInvoiceId,
    providerSubscriptionId,
  }: Payload): Promise<LatePayment | undefined> {
    const invoice = await this.invoices.find(providerInvoiceId);
    const subscription = await this.subscriptions.findByProviderId(providerSubscriptionId);
    if (!invoice?.paidAt || !invoice.paymentIntentId || !subscription) return undefined;
    // The first payment is refunded with its checkout.
    if (invoice.billingReason === 'subscription_create' || subscription.status === 'active') return undefined;
    const endedAt = (await this.providerSubscriptions.find(providerSubscriptionId))?.endedAt;
    // The provider counts in seconds: a payment in the second of the end has bought nothing.
    if (!endedAt || invoice.paidAt < endedAt) return undefined;
    const { paymentIntentId } = invoice;
    const reversal = await this.readReversal.read(paymentIntentId);
    if (!reversal?.receivedCents || reversal.refunds.length > 0 || reversal.disputes.length > 0)
      return undefined;
    await this.providerInvoices.returnBalances(providerSubscriptionId, endedAt);
    return { subscriptionId: subscription.id, paymentIntentId };
  }

  override async record(late: LatePayment | undefined): Promise<void> {
    if (!late) return;
    const { subscriptionId, paymentIntentId } = late;
    await this.requestChange.request(
      subscriptionId,
      async () => ({ kind: 'refund', paymentIntentId, reason: PAID_AFTER_END }),
      { allowEnded: true },
    );
  }
}
