export interface ProviderInvoice {
  id: string;
  subscriptionId: string | null;
  number: string | null;
  status: string;
  amountPaidCents: number;
  currency: string;
  pageUrl: string | null;
  issuedAt: Date;
}

export interface InvoicePayment {
  invoiceId: string;
  paymentIntentId: string;
  /** Idempotency key. */
  key: string;
}

/** Invoices of subscriptions at the provider, and the payment intents that paid them. */
export abstract class InvoicesPort {
  abstract find(id: string): Promise<ProviderInvoice | undefined>;
  /**
   * Applies a paid intent to an open invoice. Does nothing if the invoice is paid. If the intent cannot be attached, for example because
   * its amount differs, marks the invoice as paid out of band, with the intent's id in the metadata of the invoice and subscription.
   */
  abstract attachPayment(payment: InvoicePayment): Promise<void>;
  /** Id of the intent that paid a subscription's first invoice, if any. */
  abstract findIntentOfFirst(subscriptionId: string): Promise<string | undefined>;
  /** Id of the subscription whose first invoice this intent paid, if any. */
  abstract findSubscriptionFirstPaidBy(paymentIntentId: string): Promise<string | undefined>;
  /** Ids of the intents that paid renewals of a subscription since then (inclusive). The first invoice is not a renewal. */
  abstract findRenewalsPaidSince(subscriptionId: string, since: Date): Promise<string[]>;
}
