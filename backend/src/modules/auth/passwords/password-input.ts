import { InvalidInputError } from '../core/auth-errors.js';
import { type AuthInput, text } from '../protocol/auth-input.js';
import { isTooLong, MAX_PASSWORD_BYTES } from './password-rules.js';

/** A new password. Only its maximum length is checked here; its strength is checked when it is set. */
export function newPassword(input: AuthInput, field = 'password'): string | undefined {
  const password = text(input, field);
  if (password !== undefined && isTooLong(password)) {
    throw new InvalidInputError(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
  return password;
}
