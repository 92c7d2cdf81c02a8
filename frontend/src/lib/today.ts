const LONG_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export interface Day {
  /** `November 21, 2026` */
  long: string;
  /** `2026-11-21` */
  iso: string;
}

let override: Day | undefined;

/**
 * The current day in UTC. Prerendered pages contain a placeholder that the server replaces daily, so elements
 * that show it need `suppressHydrationWarning`.
 */
export function today(): Day {
  if (override) return override;
  const now = new Date();
  return { long: LONG_FORMAT.format(now), iso: now.toISOString().slice(0, 10) };
}

/** Replaces the day with a placeholder for prerendering. */
export function setToday(day: Day): void {
  override = day;
}
