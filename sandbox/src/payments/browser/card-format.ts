import { detectBrand, getCvcLength, getLengths } from '../cards/card-numbers.ts';

/** The value of an input and the position of its caret. */
export interface InputState {
  value: string;
  caret: number;
}

/** Groups the digits as printed on the card: 4-4-4-4, or 4-6-5 and 4-6-4 for shorter numbers. */
export function formatNumber({ value, caret }: InputState): InputState {
  const allDigits = extractDigits(value);
  const brand = detectBrand(allDigits);
  const digits = allDigits.slice(0, Math.max(...getLengths(brand)));
  const groupEnds = brand === 'amex' || (brand === 'diners' && digits.length < 15) ? [4, 10] : [4, 8, 12, 16];
  return withSeparators(digits, groupEnds, ' ', digitsBefore(value, caret));
}

/** Formats `MM / YY`. Pads single-digit months and shortens four-digit years. */
export function formatExpiry({ value, caret }: InputState): InputState {
  const before = digitsBefore(value, caret);
  let digits = extractDigits(value);
  let padding = 0;
  if (/^[2-9]/.test(digits) || /^1[^0-2]/.test(digits)) {
    digits = `0${digits}`;
    padding = 1;
  }
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  return withSeparators(digits.slice(0, 4), [2], ' / ', before + padding);
}

export function formatCvc({ value, caret }: InputState, number: string): InputState {
  const digits = extractDigits(value).slice(0, getCvcLength(detectBrand(extractDigits(number))));
  return { value: digits, caret: Math.min(digitsBefore(value, caret), digits.length) };
}

export function extractDigits(value: string): string {
  return value.replace(/\D/g, '');
}

function digitsBefore(value: string, caret: number): number {
  return extractDigits(value.slice(0, caret)).length;
}

/** Inserts the separator after each group, and keeps the caret after the same number of digits. */
function withSeparators(
  digits: string,
  groupEnds: readonly number[],
  separator: string,
  caretDigits: number,
): InputState {
  let value = '';
  let caret = 0;
  for (let index = 0; index < digits.length; index += 1) {
    value += digits[index];
    const count = index + 1;
    if (groupEnds.includes(count) && (count < digits.length || separator === ' / ')) value += separator;
    if (count === caretDigits) caret = value.length;
  }
  return { value, caret: caretDigits >= digits.length ? value.length : caret };
}
