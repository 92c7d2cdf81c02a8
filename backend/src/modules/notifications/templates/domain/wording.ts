/** Invisible characters that could hide a link from the rules for names. Joiners are kept, because some scripts need them. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]/gu;
/** Characters between the parts of a link, including homoglyphs. `localhost` contains none, so it is split in the middle. */
const LINK_DELIMITERS =
  /[.:/\\@\u2024\u2044\u2215\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)|(?<=local)(?=host)/giu;

/**
 * Prevents email clients from turning user-supplied text into links, by inserting an invisible zero-width non-joiner wherever a
 * link could be recognized. All template text that isn't our own must pass through here.
 */
export function neutralizeLinks(text: string): string {
  return text.replace(INVISIBLE, '').replace(LINK_DELIMITERS, '$&\u200c');
}

/** Other forms of address can hide a link, e.g. `evil.com/x@example.com` or `localhost@example`. */
const PLAIN_ADDRESS = /^(?!.*localhost)[a-z0-9]+(?:[_+-][a-z0-9]+)*@[a-z0-9]+(?:[.-][a-z0-9]+)*$/i;

/** An email address as shown in an email. Plain ones stay intact so they can be copied and clicked; others are {@link neutralizeLinks}. */
export function displayAddress(address: string): string {
  return PLAIN_ADDRESS.test(address) ? address : neutralizeLinks(address);
}

/** The first line of an email to a customer. The name may be empty. */
export function greeting(name: string): string {
  return name === '' ? 'Hi,' : `Hi ${neutralizeLinks(name)},`;
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `2026-12-24T10:00:00.000Z` → `Dec 24, 2026 (UTC)`, `2026-12-24` → `Dec 24, 2026`. */
export function calendarDate(iso: string): string {
  const date = DATE.format(new Date(iso));
  return iso.includes('T') ? `${date} (UTC)` : date;
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
