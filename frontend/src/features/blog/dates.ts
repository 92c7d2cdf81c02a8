const SHORT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-01-15` → `Jan 15, 2026`, in every time zone. */
export function shortDate(isoDate: string): string {
  return SHORT.format(new Date(isoDate));
}

/** `2026-01-15` → `January 15, 2026`, in every time zone. */
export function longDate(isoDate: string): string {
  return LONG.format(new Date(isoDate));
}
