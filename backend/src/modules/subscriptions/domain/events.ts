import { eventType } from '../../../platform/outbox/event-type.js';

/** The amount paid minus refunds, in the currency's smallest unit. */
export interface PaidAmount {
  amount: number;
  currency: string;
}

export interface SubscriptionActivatedPayload {
  subscriptionId: string;
  userId: string;
  paid?: PaidAmount;
}

/** A subscription started to give access. Emitted once per subscription. */
export const subscriptionActivated = eventType<SubscriptionActivatedPayload>(
  'subscription.activated',
  'events',
);

/** A provisioned payment needs a customer, a recurring subscription and a paid first invoice at the provider. */
export const subscriptionRecurringSetupDue = eventType<{ subscriptionId: string }>(
  'subscription.recurring_setup_due',
  'payments',
);

/** A paid checkout must be refunded, because the customer already has a plan or staff decided so. */
export const checkoutRefundDue = eventType<{ checkoutId: string; userId: string | null }>(
  'checkout.refund_due',
  'payments',
);

/** A checkout was refunded. */
export const checkoutRefunded = eventType<{
  checkoutId: string;
  userId: string | null;
  amountCents: number;
}>('checkout.refunded', 'events');

/** A refund keeps failing; retries continue. Emitted once per checkout. */
export const checkoutRefundFailed = eventType<{ checkoutId: string }>('checkout.refund_failed', 'events');

/** A payment doesn't match its checkout and waits for review by staff. */
export const checkoutNeedsReview = eventType<{ checkoutId: string }>('checkout.needs_review', 'events');

/** A payment has no email address to provision it to. */
export const checkoutUnclaimed = eventType<{ checkoutId: string }>('checkout.unclaimed', 'events');

/** Recurring setup keeps failing; retries continue. Emitted once per subscription. */
export const recurringSetupFailed = eventType<{ subscriptionId: string }>(
  'subscription.recurring_setup_failed',
  'events',
);

/** A renewal payment failed. Access continues while the provider retries. */
export const subscriptionPastDue = eventType<{
  subscriptionId: string;
  userId: string;
  payUrl: string | null;
}>('subscription.past_due', 'events');

/** A checkout had too many declined charges and must be closed. */
export const checkoutDeclineLimitReached = eventType<{ checkoutId: string }>(
  'checkout.decline_limit_reached',
  'payments',
);

/** A user was deleted: everything that could still charge them must be canceled at the provider. */
export const subscriptionCancellationDue = eventType<{ userId: string }>(
  'subscription_cancellation.due',
  'payments',
);

/** The cancellation failed permanently; staff must take over. */
export const subscriptionCancellationFailed = eventType<{ userId: string }>(
  'subscription_cancellation.failed',
  'events',
);
