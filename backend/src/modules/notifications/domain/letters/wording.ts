/** The opening of a letter. Names were judged when they were given; an empty one is left out. */
export function greeting(name: string): string {
  return name === '' ? 'Hello.' : `Hello ${name}.`;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-12-24T10:00:00.000Z` → `December 24, 2026`, in UTC. */
export function calendarDay(iso: string): string {
  return DAY.format(new Date(iso));
}

/** The address in its canonical form, or undefined when it leads to no web page. */
export function webPage(address: string | null): string | undefined {
  const url = URL.parse(address ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `2026-12-24T10:00:00.000Z` → `December 24, 2026 at 10:00 AM UTC`. */
export function dayAndTime(iso: string): string {
  return `${MINUTE.format(new Date(iso))} UTC`;
}
