import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';

export type StoredStatus = 'active' | 'past_due' | 'canceled' | 'refunded';

/** A customer's subscription. */
export interface Subscription {
  id: string;
  userId: string;
  checkoutId: string;
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
  status: StoredStatus;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  providerSubscriptionId: string | null;
  recurringSetupAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
}

/** A subscription gives access while it is active, and while the provider retries a failed renewal. */
export function givesAccess(status: StoredStatus): boolean {
  return status === 'active' || status === 'past_due';
}

/** End of the period: the same day and time (UTC) of the next month or year, or the last day of a shorter month. */
export function periodEnd(start: Date, interval: BillingInterval): Date {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, daysInMonth));
  return end;
}
