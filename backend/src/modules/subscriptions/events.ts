import { eventType } from '../../platform/outbox/event-type.js';

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
