import type { AccountSubscriptionView } from '@subscription-site/shared/contracts';
import {
  CATALOG,
  RETENTION_DAYS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';

export type Subscription = AccountSubscriptionView;

export const planName = (plan: PaidPlan): string => CATALOG[plan].name;

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'refunded';
}

/** Whether canceling ends it right away, because a payment is overdue. */
export function endsAtOnce({ status, pastDue }: Subscription): boolean {
  return pastDue !== null || status === 'paused';
}

/** Whether it is being set up, or being ended at the payment provider. */
export function isTransitioning(subscription: Subscription): boolean {
  if (hasEnded(subscription)) return false;
  return subscription.status === 'incomplete' || (subscription.cancelAt !== null && endsAtOnce(subscription));
}

/** Whether nothing is overdue any more, but the payment provider hasn't reported the plan as active yet. */
export function awaitsActivation({ status, pastDue }: Subscription): boolean {
  return (status === 'past_due' || status === 'unpaid') && pastDue === null;
}

/** Until when the data of an ended plan is kept. */
export function dataKeptUntil(endsAt: string): string {
  const until = new Date(endsAt);
  until.setUTCDate(until.getUTCDate() + RETENTION_DAYS);
  return until.toISOString();
}

/** Start of the next period after one that starts at `start`: the same day of the month, or the last day of a shorter month. */
export function nextPeriodStart(start: string, interval: BillingInterval): string {
  const next = new Date(start);
  const day = next.getUTCDate();
  if (interval === 'month') next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  if (next.getUTCDate() !== day) next.setUTCDate(0);
  return next.toISOString();
}
