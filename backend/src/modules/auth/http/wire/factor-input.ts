import { InvalidInputError } from '../../domain/auth-errors.js';
import { text, type WireInput } from './wire-input.js';

const MAX_NAME_LENGTH = 100;

/** A short display name without control characters or lone surrogates. Undefined if missing or blank. */
export function factorName(fields: WireInput, field: string): string | undefined {
  const value = text(fields, field)?.trim();
  if (value === undefined || value === '') return undefined;
  if ([...value].length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(value)) {
    throw new InvalidInputError(`${field} must be at most ${MAX_NAME_LENGTH} printable characters`);
  }
  return value;
}
