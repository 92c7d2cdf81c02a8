import { Injectable } from '@nestjs/common';
import {
  InvoicesPort,
  isDisputeLost,
  isFullyRefunded,
  ReadPaymentReversal,
  refundedInPeriodAt,
  RunningSubscriptions,
  type PaymentReversal,
  type ProviderInvoice,
} from '../../billing/index.js';
import { ReadSubscription } from '../read-subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { CreditRefunds } from './credit-refunds.js';
import { SubscriptionPayments } from '../subscription-payments.js';
import { ENDED_BY_DISPUTE, ENDED_BY_REFUND, type SubscriptionSnapshot } from '../sync-subscription.js';

/** A payment whose refunds and disputes have been applied at the provider. */
export interface ReversedPayment {
  subscriptionId: string;
  reversal: PaymentReversal;
  invoice: ProviderInvoice | undefined;
  /** Why the subscription ends; undefined if it doesn't. */
  endReason: string | undefined;
  /** The subscription afterward; undefined if there is none at the provider. */
  snapshot: SubscriptionSnapshot | undefined;
  /** Payments of renewals that were refunded with it. */
  renewals: readonly string[];
}

/**
 * Ends a subscription at the provider if its payment was reversed. A full refund within the period it paid for ends the plan, and returns
 * what the invoice took from the customer's balance. A lost dispute ends the plan, too. Every step reads the current state first, so it
 * can be interrupted anywhere and run again.
 */
@Injectable()
export class EndReversedSubscription {
  constructor(
    private readonly payments: SubscriptionPayments,
    private readonly readReversal: ReadPaymentReversal,
    private readonly readSubscription: ReadSubscription,
    private readonly providerInvoices: InvoicesPort,
    private readonly runningSubscriptions: RunningSubscriptions,
    private readonly creditRefunds: CreditRefunds,
  ) {}

  /** Undefined for a payment without a subscription. */
  async endIfReversed(
    paymentIntentId: string,
    delivery: { eventId: string; attempt: number },
  ): Promise<ReversedPayment | undefined> {
    const paid = await this.payments.findPaid(paymentIntentId);
    const reversal = paid && (await this.readReversal.read(paymentIntentId));
    if (!reversal) return undefined;
    const { subscription, invoice } = paid;
    const refundedAt = refundedInPeriodAt(reversal, invoice?.periodEnd ?? subscription.currentPeriodEnd);
    const endReason = getEndReason(reversal, refundedAt);
    const { id: subscriptionId, providerSubscriptionId } = subscription;
    let renewals: readonly string[] = [];
    let snapshot = await this.read(providerSubscriptionId);
    if (endReason && snapshot && !snapshot.current.endedAt) {
      // Renewals charged before we learned of the refund are refunded too.
      const since = refundedAt ?? snapshot.readAt;
      const request = { ...delivery, reason: endReason };
      const ended = await this.runningSubscriptions.end(snapshot.current.id, since, request);
      renewals = ended.paymentIntentIds;
      snapshot = await this.read(providerSubscriptionId);
    }
    if (refundedAt && isFullyRefunded(reversal)) await this.returnBalance(subscription, invoice);
    const credited = invoice && (await this.creditRefunds.credit(invoice, reversal.refunds));
    return { subscriptionId, reversal, invoice: credited, endReason, snapshot, renewals };
  }

  /** Returns what the invoice took from the customer's balance. If the setup of the plan was interrupted, that is the first invoice. */
  private async returnBalance(
    { providerSubscriptionId: id }: SubscriptionEntity,
    invoice: ProviderInvoice | undefined,
  ): Promise<void> {
    const refunded = invoice ?? (id ? await this.providerInvoices.findFirst(id) : undefined);
    if (refunded) await this.providerInvoices.returnBalance(refunded.id);
  }

  private async read(
    providerSubscriptionId: string | null | undefined,
  ): Promise<SubscriptionSnapshot | undefined> {
    return providerSubscriptionId ? this.readSubscription.read(providerSubscriptionId) : undefined;
  }
}

function getEndReason(reversal: PaymentReversal, refundedAt: Date | undefined): string | undefined {
  if (refundedAt) return ENDED_BY_REFUND;
  return isDisputeLost(reversal) ? ENDED_BY_DISPUTE : undefined;
}
