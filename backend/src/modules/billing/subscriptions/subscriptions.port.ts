import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';

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

export interface NewProviderSubscription {
  customerId: string;
  priceId: string;
  paymentMethodId: string;
  /** Our id, stored in its metadata. */
  subscriptionId: string;
  /** Idempotency key. */
  key: string;
}

/** Recurring subscriptions at the provider. */
export abstract class SubscriptionsPort {
  /** Returns the customer's subscription with this `metadata.subscription_id`, or creates one with an open first invoice. */
  abstract ensure(subscription: NewProviderSubscription): Promise<ProviderSubscription>;
  abstract find(id: string): Promise<ProviderSubscription | undefined>;
  /** Ids of all subscriptions of a customer that have not ended, including those not created by this system. */
  abstract findUncanceled(customerId: string): Promise<string[]>;
  /** Cancels a subscription immediately, without a refund. Does nothing if it has ended. */
  abstract cancel(id: string): Promise<void>;
}
