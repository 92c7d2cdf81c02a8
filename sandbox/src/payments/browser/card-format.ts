import { brandOf, cvcLengthOf, lengthsOf } from '../cards/card-numbers.ts';

/** What an input shows, and where its caret stands. */
export interface Typed {
  value: string;
  caret: number;
}

/** Groups the digits as they stand on the card: 4-4-4-4, and 4-6-5 or 4-6-4 for the shorter numbers. */
export function formatNumber({ value, caret }: Typed): Typed {
  const all = digitsOf(value);
  const brand = brandOf(all);
  const digits = all.slice(0, Math.max(...lengthsOf(brand)));
  const ends = brand === 'amex' || (brand === 'diners' && digits.length < 15) ? [4, 10] : [4, 8, 12, 16];
  return withBreaks(digits, ends, ' ', digitsBefore(value, caret));
}

/** `MM / YY`: a first digit that begins no month gets its zero; a year of four digits loses its century. */
export function formatExpiry({ value, caret }: Typed): Typed {
  const before = digitsBefore(value, caret);
  let digits = digitsOf(value);
  let added = 0;
  if (/^[2-9]/.test(digits) || /^1[^0-2]/.test(digits)) {
    digits = `0${digits}`;
    added = 1;
  }
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  return withBreaks(digits.slice(0, 4), [2], ' / ', before + added);
}

export function formatCvc({ value, caret }: Typed, number: string): Typed {
  const digits = digitsOf(value).slice(0, cvcLengthOf(brandOf(digitsOf(number))));
  return { value: digits, caret: Math.min(digitsBefore(value, caret), digits.length) };
}

export function digitsOf(value: string): string {
  return value.replace(/\D/g, '');
}

function digitsBefore(value: string, caret: number): number {
  return digitsOf(value.slice(0, caret)).length;
}

/** Puts the separator after each of these counts of digits, and the caret after as many digits as before. */
function withBreaks(digits: string, ends: readonly number[], separator: string, caretDigits: number): Typed {
  let value = '';
  let caret = 0;
  for (let index = 0; index < digits.length; index += 1) {
    value += digits[index];
    const count = index + 1;
    if (ends.includes(count) && (count < digits.length || separator === ' / ')) value += separator;
    if (count === caretDigits) caret = value.length;
  }
  return { value, caret: caretDigits >= digits.length ? value.length : caret };
}
