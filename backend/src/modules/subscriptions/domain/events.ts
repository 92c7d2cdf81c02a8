import { eventType } from '../../../platform/outbox/event-type.js';

/** What was paid and not refunded, in the currency's smallest unit. */
export interface PaidAmount {
  amount: number;
  currency: string;
}

export interface SubscriptionActivatedPayload {
  subscriptionId: string;
  userId: string;
  paid?: PaidAmount;
}

/** A paid plan began to give access. Emitted once for each subscription. */
export const subscriptionActivated = eventType<SubscriptionActivatedPayload>(
  'subscription.activated',
  'events',
);

/** The provider has to learn of a subscription that a payment began here: customer, recurring subscription, first invoice. */
export const subscriptionRecurringSetupDue = eventType<{ subscriptionId: string }>(
  'subscription.recurring_setup_due',
  'payments',
);

/** A paid checkout gave no plan, because the account had one already or staff said so: the money goes back. */
export const checkoutRefundDue = eventType<{ checkoutId: string; userId: string | null }>(
  'checkout.refund_due',
  'payments',
);

/** The money of such a checkout went back; the customer is told. */
export const checkoutRefunded = eventType<{
  checkoutId: string;
  userId: string | null;
  amountCents: number;
}>('checkout.refunded', 'events');

/** That keeps failing; it is retried all the same. Emitted once for each checkout. */
export const checkoutRefundFailed = eventType<{ checkoutId: string }>('checkout.refund_failed', 'events');

/** A payment contradicts its checkout and waits for staff. */
export const checkoutNeedsReview = eventType<{ checkoutId: string }>('checkout.needs_review', 'events');

/** A payment came without an email address: there is no account to give the plan to. */
export const checkoutUnclaimed = eventType<{ checkoutId: string }>('checkout.unclaimed', 'events');

/** Recurring billing keeps failing to be set up; it is retried all the same. Emitted once for each subscription. */
export const recurringSetupFailed = eventType<{ subscriptionId: string }>(
  'subscription.recurring_setup_failed',
  'events',
);

/** A renewal could not be charged; access goes on while the provider tries again. */
export const subscriptionPastDue = eventType<{
  subscriptionId: string;
  userId: string;
  payUrl: string | null;
}>('subscription.past_due', 'events');

/** Too many cards were rejected at one checkout: it has to be closed. */
export const checkoutDeclineLimitReached = eventType<{ checkoutId: string }>(
  'checkout.decline_limit_reached',
  'payments',
);

/** An account was deleted: whatever could still charge for it has to end at the provider. */
export const subscriptionCancellationDue = eventType<{ userId: string }>(
  'subscription_cancellation.due',
  'payments',
);

/** That could not be done, and is not tried any more: staff have to. */
export const subscriptionCancellationFailed = eventType<{ userId: string }>(
  'subscription_cancellation.failed',
  'events',
);
