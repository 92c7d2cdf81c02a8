const LONG_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export interface Day {
  /** `November 21, 2026` */
  long: string;
  /** `2026-11-21` */
  iso: string;
}

let override: Day | undefined;

/**
 * The present day in UTC. A page rendered beforehand carries a mark in its place, which the server fills in each day; so the
 * element that shows it is marked `suppressHydrationWarning`: a page left open past midnight keeps the day it was read.
 */
export function today(): Day {
  if (override) return override;
  const now = new Date();
  return { long: LONG_FORMAT.format(now), iso: now.toISOString().slice(0, 10) };
}

/** Puts something else in its place, where pages are rendered beforehand. */
export function setToday(day: Day): void {
  override = day;
}
