import type { BillingInterval, PlanPrice, PaidPlan } from '@subscription-site/shared/plans';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** A payment intent as it is at the provider now. Amounts in integer cents. */
export interface PaymentIntent {
  id: string;
  clientSecret: string;
  status: IntentStatus;
  amountCents: number;
  receivedCents: number;
  refundedCents: number;
  currency: string;
  livemode: boolean;
  metadata: Readonly<Record<string, string>>;
  paymentMethodId: string | null;
  billingEmail: string | null;
  billingName: string | null;
}

/** A refund of a payment as it is at the provider now. */
export interface ProviderRefund {
  amountCents: number;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  metadata: Readonly<Record<string, string>>;
}

/** A recurring subscription as it is at the provider now. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  status:
    | 'incomplete'
    | 'incomplete_expired'
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'canceled'
    | 'unpaid'
    | 'paused';
  metadata: Readonly<Record<string, string>>;
  planPrice: { plan: PaidPlan; interval: BillingInterval } | null;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  latestInvoice: { id: string; status: string | null; payUrl: string | null } | null;
}

export interface HostedCheckout {
  id: string;
  url: string | null;
  paid: boolean;
  amountCents: number | null;
  currency: string | null;
  payer: { email: string | null; name: string | null };
  subscriptionId: string | null;
  customerId: string | null;
  metadata: Readonly<Record<string, string>>;
}

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

/** A webhook event with a good signature: what happened, and to which object. Its content is never trusted further. */
export interface WebhookEvent {
  id: string;
  type: string;
  /** Null for an object without an id, such as a balance or a preview of an invoice. */
  objectId: string | null;
  /** The payment intent concerned, where the object is not one itself. */
  paymentIntentId: string | null;
  /** The subscription concerned, where the object is not one itself. */
  subscriptionId: string | null;
}

/** An event as the provider lists it. */
export interface ProviderEvent extends WebhookEvent {
  occurredAt: Date;
}

export interface ProviderPrice {
  id: string;
  lookupKey: string;
  amountCents: number | null;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
}

/**
 * The payment provider. Every call throws {@link PaymentProviderUnavailableError} when it is away or at error, and
 * {@link PaymentProviderRejectedError} when it says no for good. A `key` makes a repeated call harmless.
 */
export abstract class PaymentProvider {
  abstract createIntent(request: {
    planPrice: PlanPrice;
    metadata: Record<string, string>;
    key: string;
  }): Promise<PaymentIntent>;
  /** Undefined when the provider knows no such intent. */
  abstract findIntent(id: string): Promise<PaymentIntent | undefined>;
  /** False when it is too late: paid, being paid, or canceled before. */
  abstract cancelIntent(id: string): Promise<boolean>;
  /**
   * Refunds what has not been refunded yet, if anything. Gives all refunds of the payment: together they return it in full, unless some
   * are pending. Throws {@link NothingToRefundError} where no money arrived, and {@link RefundFailedError} where a refund of the same
   * event failed.
   */
  abstract refundIntent(
    id: string,
    request: { metadata: { event_id: string; checkout_id?: string }; key: string },
  ): Promise<ProviderRefund[]>;
  /** Newest first. */
  abstract findRefunds(intentId: string): Promise<ProviderRefund[]>;

  /** The customer that carries this account's id, or a new one. */
  abstract ensureCustomer(request: {
    userId: string;
    email: string;
    name: string;
    key: string;
  }): Promise<string>;
  /** The customer that carries this account's id among those of the address. */
  abstract findCustomer(person: { userId: string; email: string }): Promise<string | undefined>;
  abstract attachPaymentMethod(request: {
    customerId: string;
    paymentMethodId: string;
    key: string;
  }): Promise<void>;
  /** The customer's subscription that carries this id in `metadata.subscription_id`, or a new one with an open first invoice. */
  abstract ensureSubscription(request: {
    customerId: string;
    priceId: string;
    paymentMethodId: string;
    subscriptionId: string;
    key: string;
  }): Promise<ProviderSubscription>;
  /**
   * Credits a paid intent to an open invoice; does nothing when the invoice is paid. One that cannot be attached, such as one of another
   * amount, settles it out of band, with its id in the metadata of invoice and subscription.
   */
  abstract creditInvoice(request: { invoiceId: string; paymentIntentId: string; key: string }): Promise<void>;
  abstract findSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Ids of a customer's subscriptions that have not ended, the person who began them. */
  abstract findRunningSubscriptions(customerId: string): Promise<string[]>;
  /** Ends a subscription at once, without a refund. Does nothing when it has ended. */
  abstract endSubscription(id: string): Promise<void>;
  /** Intents that paid renewals of a subscription at this moment or later. Its first invoice is no renewal. */
  abstract findRenewalsPaidSince(subscriptionId: string, since: Date): Promise<string[]>;

  abstract createHostedCheckout(request: {
    priceId: string;
    customerId: string | undefined;
    email: string;
    metadata: Record<string, string>;
    successUrl: string;
    cancelUrl: string;
    key: string;
  }): Promise<HostedCheckout>;
  abstract findHostedCheckout(id: string): Promise<HostedCheckout | undefined>;
  /** Closes the hosted page. False when it is too late: completed, or closed before. */
  abstract expireHostedCheckout(id: string): Promise<boolean>;
  abstract findInvoice(id: string): Promise<ProviderInvoice | undefined>;
  /** The intent that paid a subscription's first invoice, if there is one. */
  abstract findIntentOfFirstInvoice(subscriptionId: string): Promise<string | undefined>;

  abstract findPrices(lookupKeys: readonly string[]): Promise<ProviderPrice[]>;
  abstract createPrice(planPrice: PlanPrice, productName: string): Promise<ProviderPrice>;

  /** Events of these types since a moment, newest first, page by page. The provider keeps them for thirty days. */
  abstract listEvents(query: { types: readonly string[]; since: Date }): AsyncIterable<ProviderEvent[]>;
  /** Throws {@link InvalidWebhookSignatureError} for a forged or stale one, and {@link MalformedWebhookEventError} for what is none. */
  abstract readWebhookEvent(rawBody: Buffer, signature: string): WebhookEvent;
}
