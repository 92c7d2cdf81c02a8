import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';

/** A subscription in its current state at the provider. */
export interface ProviderSubscription {
  id: string;
  createdAt: Date;
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
  /** The plan and interval of the price; null if the price is not one of ours. */
  planPrice: { plan: PaidPlan; interval: BillingInterval } | null;
  /** The price it was sold at, which may differ from today's catalog. */
  price: { id: string; amountCents: number; currency: string } | null;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** When it will be canceled; null unless that is planned. */
  cancelAt: Date | null;
  endedAt: Date | null;
  /** Why it was canceled: our own reason if we canceled it, or else the provider's. */
  cancellationReason: string | null;
  /** What is scheduled for the end of the period. */
  scheduleId: string | null;
  /** The card that pays for it, if that is not the customer's default card. */
  paymentMethodId: string | null;
  /** Whether a price change waits for its payment. */
  hasPendingUpdate: boolean;
  latestInvoice: {
    id: string;
    status: string | null;
    nextAttemptAt: Date | null;
    /** Of a price change: the time for which it was prorated. */
    proratedAt: Date | null;
  } | null;
}

export interface NewProviderSubscription {
  customerId: string;
  priceId: string;
  /** Undefined if the provider rejects it for renewals; the customer is then asked for another one. */
  paymentMethodId: string | undefined;
  /** Our id, stored in its metadata. */
  subscriptionId: string;
  /** When the first period started, which must not have ended; the later ones start on the same day and time. Undefined for now. */
  firstPeriod?: { start: Date; interval: BillingInterval };
  /** Idempotency key. */
  key: string;
}

/** Recurring subscriptions at the provider. */
export abstract class SubscriptionsPort {
  /** Creates one with an open first invoice. */
  abstract create(subscription: NewProviderSubscription): Promise<ProviderSubscription>;
  abstract find(id: string): Promise<ProviderSubscription | undefined>;
  /** The customer's subscription with this `metadata.subscription_id`, ended or not, unless it expired before it was paid. */
  abstract findCreatedFor(
    customerId: string,
    subscriptionId: string,
  ): Promise<ProviderSubscription | undefined>;
  /** Pages of all subscriptions of all customers that have not ended. Without the latest invoice. */
  abstract listRunning(): AsyncIterable<ProviderSubscription[]>;
  /** Ids of all subscriptions of a customer that have not ended, including those not created by this system. */
  abstract findUncanceled(customerId: string): Promise<string[]>;
  /** Cancels a subscription immediately, without a refund. Does nothing if it has ended. The reason is stored with it. */
  abstract cancel(id: string, reason?: string): Promise<void>;
}
