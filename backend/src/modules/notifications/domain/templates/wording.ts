/** Invisible characters, but for those that shape emails in some scripts. They hide a link from the rule for names. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]/gu;
/** What holds the parts of a link together, look-alikes included; one host has no such part. */
const JOINTS = /[.:/\\@\u2024\u2044\u2215\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)|(?<=local)(?=host)/giu;

/**
 * Someone else's words, written so that no email client makes a link of them: a zero-width non-joiner, which no one sees, stands
 * in each joint of what could be one. Every text in a template that is not our own goes through here.
 */
export function unlinked(text: string): string {
  return text.replace(INVISIBLE, '').replace(JOINTS, '$&\u200c');
}

/** In one of another form a link may hide, e.g. `evil.com/x@example.com`. */
const PLAIN_ADDRESS = /^[a-z0-9]+(?:[_+-][a-z0-9]+)*@[a-z0-9]+(?:[.-][a-z0-9]+)*$/i;

/** An address: of the plainest form it stays as it is, to be copied, and email clients write to it; any other is {@link unlinked}. */
export function shownAddress(address: string): string {
  return PLAIN_ADDRESS.test(address) ? address : unlinked(address);
}

/** The opening of an email; an empty name is left out. */
export function greeting(name: string): string {
  return name === '' ? 'Hello.' : `Hello ${unlinked(name)}.`;
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
