import type { Subscription } from '../state/wire.ts';

export interface Recurrence {
  interval: string;
  interval_count: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The first period boundary after this moment, counted from the anchor. Monthly boundaries keep the anchor's day and time; in a
 * shorter month the boundary is the last day, and the next one returns to the anchor's day.
 */
export function periodEndAfter(
  moment: number,
  anchor: number,
  { interval, interval_count: every }: Recurrence,
): number {
  if (interval === 'day' || interval === 'week') {
    const length = every * DAY_SECONDS * (interval === 'week' ? 7 : 1);
    return anchor + (Math.floor((moment - anchor) / length) + 1) * length;
  }
  const months = every * (interval === 'year' ? 12 : 1);
  let steps = Math.max(0, Math.floor(monthsBetween(anchor, moment) / months) - 1);
  while (addMonths(anchor, steps * months) <= moment) steps += 1;
  return addMonths(anchor, steps * months);
}

/** The current period. All items share it. */
export function getPeriod(subscription: Subscription): { start: number; end: number } {
  const [item] = subscription.items.data;
  return {
    start: item?.current_period_start ?? subscription.start_date,
    end: item?.current_period_end ?? subscription.start_date,
  };
}

function monthsBetween(from: number, to: number): number {
  const start = new Date(from * 1000);
  const end = new Date(to * 1000);
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}

function addMonths(moment: number, months: number): number {
  const date = new Date(moment * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
