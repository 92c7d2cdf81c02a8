import type { RefundResult } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { InvoicesRepository, type Invoice } from '../../billing/index.js';
import { scheduleEnd } from '../changes/cancel-subscription.js';
import { RequestChange } from '../changes/request-change.js';
import { SubscriptionChangesRepository } from '../changes/subscription-changes.repository.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionPayments } from '../subscription-payments.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { NotRefundableError } from './refund-errors.js';
import { RequestRefund } from './request-refund.js';

const MAX_INVOICES = 100;

export interface StaffRefund {
  paymentIntentId: string;
  /** Default: everything not refunded yet. */
  amountCents?: number;
  endSubscription: boolean;
  reason: string;
}

/** What staff can see and do with a customer's subscriptions. */
@Injectable()
export class StaffSubscriptions {
  constructor(
    private readonly requestChange: RequestChange,
    private readonly requestRefund: RequestRefund,
    private readonly payments: SubscriptionPayments,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly changes: SubscriptionChangesRepository,
    private readonly invoices: InvoicesRepository,
  ) {}

  /** Newest first. */
  async findByUser(userId: string): Promise<{ subscriptions: SubscriptionEntity[]; invoices: Invoice[] }> {
    const subscriptions = await this.subscriptions.listByUser(userId);
    const ids = subscriptions.flatMap(({ providerSubscriptionId }) => providerSubscriptionId ?? []);
    return { subscriptions, invoices: await this.invoices.listBySubscriptions(ids, MAX_INVOICES) };
  }

  /** Who made this payment, from the local copies. Includes deleted users. */
  async findPayer(paymentIntentId: string): Promise<string | undefined> {
    const invoice = await this.invoices.findByPayment(paymentIntentId);
    const subscription = invoice
      ? await this.subscriptions.findByProviderId(invoice.providerSubscriptionId)
      : await this.subscriptions.findByFirstPayment(paymentIntentId);
    return subscription?.userId;
  }

  /** Who has this subscription, by its ID at the payment provider. Includes deleted users. */
  async findSubscriber(providerSubscriptionId: string): Promise<string | undefined> {
    return (await this.subscriptions.findByProviderId(providerSubscriptionId))?.userId;
  }

  /**
   * Ends a subscription now, or at the end of the period, without a refund. A repeated request changes nothing. Throws `not_found` and
   * `change_not_possible`.
   */
  async cancel(
    actorId: string,
    subscriptionId: string,
    { atPeriodEnd, reason }: { atPeriodEnd: boolean; reason: string },
  ): Promise<void> {
    if (!(await this.subscriptions.findById(subscriptionId)))
      throw new DomainError('not_found', 'not_found', 'Subscription not found.');
    await this.requestChange.request(subscriptionId, async (subscription) => {
      if (!atPeriodEnd) return { kind: 'end', reason, actorId };
      if (subscription.cancelAtPeriodEnd && !(await this.canBeUndone(subscriptionId))) return null;
      return { ...scheduleEnd(subscription, subscription.currentPeriodEnd), reason, actorId };
    });
  }

  /** A cancellation submitted on the public page can be undone through the link in its receipt, but not a decision of staff. */
  private async canBeUndone(subscriptionId: string): Promise<boolean> {
    return (await this.changes.findLatest(subscriptionId))?.submissionId != null;
  }

  /** Refunds any payment of a subscription. Throws `not_found` and `not_refundable`. */
  async refund(actorId: string, { amountCents, ...refund }: StaffRefund): Promise<RefundResult> {
    const { paymentIntentId } = refund;
    const paid = await this.payments.findPaid(paymentIntentId);
    if (!paid)
      throw new DomainError('not_found', 'not_found', "This payment doesn't belong to a subscription.");
    const refundable = await this.requestRefund.refundableCents(paymentIntentId);
    if (amountCents !== undefined && amountCents > refundable) throw new NotRefundableError('amount');
    const terms = { ...refund, amountCents: amountCents ?? null, actorId };
    return this.requestRefund.request(paid.subscription.id, terms, { allowEnded: true });
  }
}
