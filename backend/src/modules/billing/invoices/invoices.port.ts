import type { CreditNote, InvoiceLine } from '@subscription-site/shared/contracts';
import type { ProviderRefund } from '../payments/refunds.port.js';

export interface ProviderInvoice {
  id: string;
  subscriptionId: string | null;
  number: string | null;
  /** As the payment provider names it, such as `open` or `paid`. */
  status: string;
  lines: InvoiceLine[];
  /** After discounts and taxes, before credit from the customer's balance. */
  totalCents: number;
  /** Included in the total. */
  taxCents: number;
  amountDueCents: number;
  amountPaidCents: number;
  amountRemainingCents: number;
  currency: string;
  issuedAt: Date;
  paidAt: Date | null;
  /** Such as `subscription_create` for the first invoice, or `subscription_cycle` for a renewal. */
  billingReason: string | null;
  /** The period it pays for. */
  periodStart: Date;
  periodEnd: Date;
  /** The payment intent of the invoice, paid or not. */
  paymentIntentId: string | null;
  /** The card with which it is being paid; null after a failed attempt. */
  paymentMethodId: string | null;
  /** The latest charge of its payment, successful or not. */
  lastChargeId: string | null;
  /** Attempts to collect it. Of the customer's own attempts, only the first counts. */
  attempts: number;
  /** Null if no further attempt is planned. */
  nextAttemptAt: Date | null;
  /** Why the last attempt failed: the bank's decline code, or else the provider's error code. */
  failureCode: string | null;
  /** Whether the customer has to confirm the payment with their bank. */
  requiresAction: boolean;
  /** Whether the bank is processing the payment. */
  isProcessing: boolean;
  /** Why the provider could not issue it. */
  finalizationError: string | null;
  /** Oldest first. */
  creditNotes: CreditNote[];
}

/** The payment of a subscription's first period, made before the provider knew the subscription. */
export interface FirstPayment {
  subscriptionId: string;
  paymentIntentId: string;
  /** What the payment received. */
  amountCents: number;
  /** Idempotency key. */
  key: string;
}

export interface FirstInvoice {
  invoiceId: string;
  totalCents: number;
  currency: string;
  /** What was charged for it: the payment, and any other that has paid the invoice at the provider. */
  paidCents: number;
}

export interface InvoiceCharge {
  invoiceId: string;
  /** Undefined for the default of the subscription or the customer. */
  paymentMethodId?: string;
  /** Idempotency key. */
  key: string;
}

/** How an attempt to pay an invoice went. */
export interface InvoiceChargeState {
  status: 'paid' | 'requires_action' | 'processing' | 'declined';
  /** For confirming the payment in the browser. */
  clientSecret: string | null;
  failureCode: string | null;
}

/** Invoices of subscriptions at the provider, and the payment intents that paid them. */
export abstract class InvoicesPort {
  abstract find(id: string): Promise<ProviderInvoice | undefined>;
  /**
   * Applies a paid intent to a subscription's first invoice. If the intent cannot be attached, because its amount differs or the
   * customer's balance has paid the invoice, marks the invoice as paid out of band, with the intent's id in the metadata of the invoice
   * and subscription. Then returns to the balance what the invoice took from it. Safe to repeat after an interruption.
   */
  abstract attachFirstPayment(payment: FirstPayment): Promise<FirstInvoice>;
  /** Tries to collect an open invoice now. The same key never charges twice. */
  abstract pay(charge: InvoiceCharge): Promise<InvoiceChargeState>;
  /** Ids of a subscription's open invoices, newest first. */
  abstract findOpen(subscriptionId: string): Promise<string[]>;
  /** Issues a credit note for a refund of a paid invoice. Does nothing if the refund has one. */
  abstract creditRefund(invoiceId: string, refund: ProviderRefund): Promise<void>;
  /**
   * Voids an invoice and cancels its payment, so that it is never collected. Does nothing if it is not open. Returns its status
   * afterward: `open` if its payment is being processed, so that it can't be voided.
   */
  abstract void(invoiceId: string): Promise<string>;
  /** Voids a subscription's open invoices. Returns them as they are afterward: one stays open if its payment is being processed. */
  abstract voidOpen(subscriptionId: string): Promise<ProviderInvoice[]>;
  /** IDs of the subscriptions with open invoices, in pages. */
  abstract listSubscriptionsWithOpen(): AsyncIterable<string[]>;
  /** A subscription's first invoice. */
  abstract findFirst(subscriptionId: string): Promise<ProviderInvoice | undefined>;
  /** Id of the intent that paid a subscription's first invoice, if any. */
  abstract findFirstIntentId(subscriptionId: string): Promise<string | undefined>;
  /** The invoice that this intent paid, if any. An invoice that was marked as paid out of band is not found. */
  abstract findPaidBy(paymentIntentId: string): Promise<ProviderInvoice | undefined>;
  /** Invoices of a subscription created since then (inclusive), newest first. */
  abstract findSince(subscriptionId: string, since: Date): Promise<ProviderInvoice[]>;
  /**
   * Ids of the intents that paid renewals and upgrades of a subscription since that time, in whole seconds, or all of them. Excludes
   * the first invoice.
   */
  abstract findLaterIntentIds(subscriptionId: string, since?: Date): Promise<string[]>;
  /**
   * Returns to the customer's balance what a subscription's invoices took from it: those paid since that time, in whole seconds, or
   * all of them. Safe to repeat.
   */
  abstract returnBalances(subscriptionId: string, since?: Date): Promise<void>;
  /** Returns to the customer's balance what an invoice took from it. Safe to repeat. */
  abstract returnBalance(invoiceId: string): Promise<void>;
}
