import { detectBrand, getCvcLength, getLengths, passesLuhn } from '../cards/card-numbers.ts';
import { extractDigits } from './card-format.ts';

export type FieldName = 'number' | 'expiry' | 'cvc';

export interface ValidationError {
  type: 'validation_error';
  code: string;
  message: string;
}

/** Validation state of a field. `invalid` is shown immediately, `incomplete` only once the field loses focus. */
export type FieldState =
  | { status: 'empty' }
  | { status: 'incomplete' }
  | { status: 'complete' }
  | { status: 'invalid'; error: ValidationError };

const MESSAGES = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  incomplete_cvc: "Your card's security code is incomplete.",
} as const;

function validationError(code: keyof typeof MESSAGES): ValidationError {
  return { type: 'validation_error', code, message: MESSAGES[code] };
}

export function incompleteError(field: FieldName): ValidationError {
  return validationError(`incomplete_${field}`);
}

export function checkNumber(value: string): FieldState {
  const digits = extractDigits(value);
  if (digits === '') return { status: 'empty' };
  const lengths = getLengths(detectBrand(digits));
  if (lengths.includes(digits.length) && passesLuhn(digits)) return { status: 'complete' };
  if (digits.length >= Math.max(...lengths)) return invalid('invalid_number');
  return { status: 'incomplete' };
}

export function checkExpiry(value: string, today: Date): FieldState {
  const digits = extractDigits(value);
  if (digits === '') return { status: 'empty' };
  if (digits.length < 4) return { status: 'incomplete' };
  const { month, year } = readExpiry(value);
  const thisYear = today.getFullYear();
  if (year < thisYear) return invalid('invalid_expiry_year_past');
  if (year > thisYear + 50) return invalid('invalid_expiry_year');
  if (year === thisYear && month < today.getMonth() + 1) return invalid('invalid_expiry_month_past');
  return { status: 'complete' };
}

export function checkCvc(value: string, number: string): FieldState {
  const digits = extractDigits(value);
  if (digits === '') return { status: 'empty' };
  return {
    status: digits.length === getCvcLength(detectBrand(extractDigits(number))) ? 'complete' : 'incomplete',
  };
}

/** Month (1–12) and four-digit year of a complete `MM / YY`. */
export function readExpiry(value: string): { month: number; year: number } {
  const digits = extractDigits(value);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

function invalid(code: keyof typeof MESSAGES): FieldState {
  return { status: 'invalid', error: validationError(code) };
}
