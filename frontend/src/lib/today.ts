const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export interface Day {
  /** `November 21, 2026` */
  long: string;
  /** `2026-11-21` */
  iso: string;
}

let fixed: Day | undefined;

/**
 * The present day in UTC. A page rendered beforehand carries a mark in its place, which the server fills in each day; so the
 * element that shows it is marked `suppressHydrationWarning`: a page left open past midnight keeps the day it was read.
 */
export function today(): Day {
  if (fixed) return fixed;
  const now = new Date();
  return { long: LONG.format(now), iso: now.toISOString().slice(0, 10) };
}

/** Puts something else in its place, where pages are rendered beforehand. */
export function renderWithDay(day: Day): void {
  fixed = day;
}
