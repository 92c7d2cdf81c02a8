/** Invisible characters that could hide a link from the name rules. Joiners are kept: some scripts need them. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]/gu;
/** Where the parts of a link meet, homoglyphs included; `localhost` has no such character. */
const JOINTS = /[.:/\\@\u2024\u2044\u2215\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)|(?<=local)(?=host)/giu;

/**
 * Makes user-supplied text safe from auto-linking: puts an invisible zero-width non-joiner where an email client could recognize
 * a link. Any template text that isn't our own must go through here.
 */
export function unlinked(text: string): string {
  return text.replace(INVISIBLE, '').replace(JOINTS, '$&\u200c');
}

/** Other forms can hide a link, e.g. `evil.com/x@example.com`. */
const PLAIN_ADDRESS = /^[a-z0-9]+(?:[_+-][a-z0-9]+)*@[a-z0-9]+(?:[.-][a-z0-9]+)*$/i;

/** An email address as shown in an email. Plain ones stay intact so they can be copied and clicked; others are {@link unlinked}. */
export function displayAddress(address: string): string {
  return PLAIN_ADDRESS.test(address) ? address : unlinked(address);
}

/** The first line of an email to a customer. The name may be empty. */
export function greeting(name: string): string {
  return name === '' ? 'Hi,' : `Hi ${unlinked(name)},`;
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `2026-12-24T10:00:00.000Z` → `Dec 24, 2026`, in UTC. */
export function calendarDate(iso: string): string {
  return DATE.format(new Date(iso));
}

/** The URL in canonical form, or undefined if it isn't an HTTP(S) URL. */
export function webPage(address: string | null): string | undefined {
  const url = URL.parse(address ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `2026-12-24T10:00:00.000Z` → `Dec 24, 2026, 10:00 AM UTC`. */
export function dateAndTime(iso: string): string {
  return `${DATE_TIME.format(new Date(iso))} UTC`;
}
