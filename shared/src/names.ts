/** Maximum length of a person's or company's name, in Unicode code points. */
export const NAME_MAX_LENGTH = 100;

/** Control characters, lone surrogates, line separators and invisible characters, except joiners and direction marks. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]|[^\P{Cf}\u200c-\u200f]/u;

/** A scheme, `www.`, `@`, a domain with a path or port behind it, or an IPv4 address. */
const LINK =
  /:\/\/|www\.|@|\b(?:h(?:tt|xx)ps?|ftps?|mailto|tel|sms|javascript):|[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}[/\\:?#]|(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/iu;

/** A domain under a common top-level domain. Other dotted names (`will.i.am`) are allowed; code that renders names must neutralize them. */
const DOMAIN =
  /[\p{L}\p{N}]\.(?:com|net|org|info|biz|edu|gov|mobi|xyz|top|shop|site|online|store|app|dev|link|click|live|club|icu|vip|example|xn--[a-z0-9-]+)(?![\p{L}\p{N}-])/iu;

/** Maps full-width letters and characters that resemble dots and slashes to plain ones, as browsers do in URLs. */
function normalizeLookalikes(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\u3002/g, '.')
    .replace(/[\u2044\u2215]/g, '/');
}

/** Whether a text has control or invisible characters, which names must not have. */
export const hasInvisibleCharacters = (text: string): boolean => UNPRINTABLE.test(text);

export const INVISIBLE_CHARACTERS = 'Remove invisible or control characters from the name.';

/** One line without control characters, links or `@`: safe to embed in our own texts. Used for company names. */
export function isPlainLine(text: string): boolean {
  const length = [...text].length;
  return (
    length >= 1 &&
    length <= NAME_MAX_LENGTH &&
    !hasInvisibleCharacters(text) &&
    !LINK.test(normalizeLookalikes(text))
  );
}

/** A plain line without domains, so that emails cannot be abused to send links to strangers. Expects trimmed input. */
export function isPersonName(text: string): boolean {
  return isPlainLine(text) && !DOMAIN.test(normalizeLookalikes(text));
}
