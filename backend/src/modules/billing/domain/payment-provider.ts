import type { BillingInterval, PlanPrice, PaidPlan } from '@subscription-site/shared/plans';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** A payment intent in its current state at the provider. */
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

/** A refund in its current state at the provider. */
export interface ProviderRefund {
  amountCents: number;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  metadata: Readonly<Record<string, string>>;
}

/** A subscription in its current state at the provider. */
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

/** A verified webhook event, reduced to its type and the affected objects. Their state is read from the provider instead. */
export interface WebhookEvent {
  id: string;
  type: string;
  /** Null if the object has no id, such as a balance or an invoice preview. */
  objectId: string | null;
  /** The related payment intent, if the object is not one itself. */
  paymentIntentId: string | null;
  /** The related subscription, if the object is not one itself. */
  subscriptionId: string | null;
}

/** An event from the provider's event list. */
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
 * The payment provider. Every method throws {@link PaymentProviderUnavailableError} on timeouts and server errors, and
 * {@link PaymentProviderRejectedError} if a retry would not help. `key` is an idempotency key.
 */
export abstract class PaymentProvider {
  abstract createIntent(request: {
    planPrice: PlanPrice;
    metadata: Record<string, string>;
    key: string;
  }): Promise<PaymentIntent>;
  /** Undefined if the intent does not exist. */
  abstract findIntent(id: string): Promise<PaymentIntent | undefined>;
  /** False if it is too late: paid, processing, or already canceled. */
  abstract cancelIntent(id: string): Promise<boolean>;
  /**
   * Refunds the amount that has not been refunded yet. Returns all refunds of the payment; unless some are pending, they add up to the
   * full amount. Throws {@link NothingToRefundError} if no money was received, and {@link RefundFailedError} if a refund of the same
   * event failed.
   */
  abstract refundIntent(
    id: string,
    request: { metadata: { event_id: string; checkout_id?: string }; key: string },
  ): Promise<ProviderRefund[]>;
  /** Newest first. */
  abstract findRefunds(intentId: string): Promise<ProviderRefund[]>;

  /** Returns the customer with this user id in its metadata, or creates one. */
  abstract ensureCustomer(request: {
    userId: string;
    email: string;
    name: string;
    key: string;
  }): Promise<string>;
  /** Finds the customer with this user id in its metadata among those with this email. */
  abstract findCustomer(user: { userId: string; email: string }): Promise<string | undefined>;
  abstract attachPaymentMethod(request: {
    customerId: string;
    paymentMethodId: string;
    key: string;
  }): Promise<void>;
  /** Returns the customer's subscription with this `metadata.subscription_id`, or creates one with an open first invoice. */
  abstract ensureSubscription(request: {
    customerId: string;
    priceId: string;
    paymentMethodId: string;
    subscriptionId: string;
    key: string;
  }): Promise<ProviderSubscription>;
  /**
   * Applies a paid intent to an open invoice. Does nothing if the invoice is paid. If the intent cannot be attached, for example because
   * its amount differs, marks the invoice as paid out of band, with the intent's id in the metadata of the invoice and subscription.
   */
  abstract attachPaymentToInvoice(request: {
    invoiceId: string;
    paymentIntentId: string;
    key: string;
  }): Promise<void>;
  abstract findSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Ids of all subscriptions of a customer that have not ended, including those not created by this system. */
  abstract findUncanceledSubscriptions(customerId: string): Promise<string[]>;
  /** Cancels a subscription immediately, without a refund. Does nothing if it has ended. */
  abstract cancelSubscription(id: string): Promise<void>;
  /** Ids of the intents that paid renewals of a subscription since then (inclusive). The first invoice is not a renewal. */
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
  /** False if it is too late: completed or already expired. */
  abstract expireHostedCheckout(id: string): Promise<boolean>;
  abstract findInvoice(id: string): Promise<ProviderInvoice | undefined>;
  /** Id of the intent that paid a subscription's first invoice, if any. */
  abstract findIntentOfFirstInvoice(subscriptionId: string): Promise<string | undefined>;

  abstract findPrices(lookupKeys: readonly string[]): Promise<ProviderPrice[]>;
  abstract createPrice(planPrice: PlanPrice, productName: string): Promise<ProviderPrice>;

  /** Pages of events of these types, newest first. The provider keeps events for 30 days. */
  abstract listEvents(query: { types: readonly string[]; since: Date }): AsyncIterable<ProviderEvent[]>;
  /** Throws {@link InvalidWebhookSignatureError} or {@link MalformedWebhookEventError}. */
  abstract readWebhookEvent(rawBody: Buffer, signature: string): WebhookEvent;
}
