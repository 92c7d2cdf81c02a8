import type { BillingInterval } from '@subscription-site/shared/plans';

export type StoredStatus = 'active' | 'past_due' | 'canceled' | 'refunded';

/** A subscription gives access while it is active, and while the provider retries a failed renewal. */
export const STATUSES_WITH_ACCESS = ['active', 'past_due'] as const satisfies readonly StoredStatus[];

/** See {@link STATUSES_WITH_ACCESS}. */
export function givesAccess(status: StoredStatus): boolean {
  return (STATUSES_WITH_ACCESS as readonly StoredStatus[]).includes(status);
}

/** The other statuses. */
export function isEnded(status: StoredStatus): status is 'canceled' | 'refunded' {
  return !givesAccess(status);
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
