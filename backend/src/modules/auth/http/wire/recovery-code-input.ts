import { InvalidInputError } from '../../domain/auth-errors.js';
import { text, type WireInput } from './wire-input.js';

const LONGEST_CODE = 64;

/** The code that somebody typed from paper. */
export function recoveryCode(fields: WireInput): string {
  const code = text(fields, 'code')?.trim();
  if (!code || code.length > LONGEST_CODE) throw new InvalidInputError('A code is required');
  return code;
}
