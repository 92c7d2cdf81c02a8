import { InvalidInputError } from '../../core/auth-errors.js';
import { text, type AuthInput } from '../../protocol/auth-input.js';

const MAX_NAME_LENGTH = 100;

/** A short display name without control characters or lone surrogates. Undefined if missing or blank. */
export function factorName(fields: AuthInput, field: string): string | undefined {
  const value = text(fields, field)?.trim();
  if (value === undefined || value === '') return undefined;
  if ([...value].length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(value)) {
    throw new InvalidInputError(`${field} must be at most ${MAX_NAME_LENGTH} printable characters`);
  }
  return value;
}

const MAX_CODE_LENGTH = 64;

export function recoveryCode(fields: AuthInput): string {
  const code = text(fields, 'code')?.trim();
  if (!code || code.length > MAX_CODE_LENGTH) throw new InvalidInputError('A code is required');
  return code;
}
