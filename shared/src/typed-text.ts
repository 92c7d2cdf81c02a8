/** White space, dashes of any kind, and invisible format characters, such as the direction marks that address books add to numbers. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]/gu;

/** Replaces the decimal digits of all scripts by 0 to 9. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0)!)));

/** Unicode has the ten digits of a script in order, and sets of them side by side. */
function digitValue(codePoint: number): number {
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}

/** A code as it was sent, however people type or paste it. */
export const cleanCode = (text: string): string => toAsciiDigits(text).replace(SEPARATORS, '');

/** A phone number without separators and the `(0)` that callers from abroad leave out. Doesn't check whether it is one. */
export const cleanPhoneNumber = (text: string): string =>
  toAsciiDigits(text).replace(SEPARATORS, '').replace('\uff0b', '+').replace('(0)', '').replace(/[().]/g, '');

/** An email address with full-width letters converted, and without invisible characters and white space around it. Doesn't check whether it is one. */
export const cleanEmail = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
