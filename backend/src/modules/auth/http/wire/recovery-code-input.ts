import { InvalidInputError } from '../../domain/auth-errors.js';
import { text, type WireInput } from './wire-input.js';

const MAX_CODE_LENGTH = 64;

export function recoveryCode(fields: WireInput): string {
  const code = text(fields, 'code')?.trim();
  if (!code || code.length > MAX_CODE_LENGTH) throw new InvalidInputError('A code is required');
  return code;
}
