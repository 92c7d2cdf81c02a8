/** `2026-12-31` or a time → `Dec 31, 2026`. A date stays the same in every time zone. */
export function longDate(at: string): string {
  const timeZone = at.length === 10 ? 'UTC' : undefined;
  return new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone });
}

/** When something ends: `Dec 31, 2026, 10:00 AM`. */
export function endDate(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** `Dec 31, 2026, 10:00:00 AM GMT+1`. */
export function longTime(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long' });
}
