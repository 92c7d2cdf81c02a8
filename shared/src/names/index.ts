/** Names of people and companies, in characters as a person counts them. */
export const NAME_MAX_LENGTH = 100;

/** Control characters, halves of characters, line separators, and invisible ones but for those that shape emails and lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]|[^\P{Cf}\u200c-\u200f]/u;

/** A scheme, `www.`, `@`, a domain with a path or port behind it, or an IPv4 address. */
const LINK =
  /:\/\/|www\.|@|\b(?:h(?:tt|xx)ps?|ftps?|mailto|tel|sms|javascript):|[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}[/\\:?#]|(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/iu;

/** A domain under one of the names that no family bears. Others (`will.i.am`) are for those to make harmless who show names. */
const DOMAIN =
  /[\p{L}\p{N}]\.(?:com|net|org|info|biz|edu|gov|mobi|xyz|top|shop|site|online|store|app|dev|link|click|live|club|icu|vip|example|xn--[a-z0-9-]+)(?![\p{L}\p{N}-])/iu;

/** As a browser reads it: full-width emails as plain ones, look-alikes of dots and slashes as those. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\u3002/g, '.')
    .replace(/[\u2044\u2215]/g, '/');
}

/** One line without control characters, links or `@`, which may stand beside our own words: a company's name. */
export function isPlainLine(text: string): boolean {
  const length = [...text].length;
  return length >= 1 && length <= NAME_MAX_LENGTH && !UNPRINTABLE.test(text) && !LINK.test(folded(text));
}

/** A person's name, trimmed: a plain line that is no domain either, so that our emails carry no one's links to strangers. */
export function isPersonName(text: string): boolean {
  return isPlainLine(text) && !DOMAIN.test(folded(text));
}
