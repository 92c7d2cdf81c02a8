import { InvalidInputError } from '../../domain/auth-errors.js';
import { text, type WireInput } from './wire-input.js';

const MAX_NAME_LENGTH = 100;

/** Shown in apps and lists: short, and without what a database or a screen cannot hold. */
export function factorName(fields: WireInput, field: string): string | undefined {
  const value = text(fields, field)?.trim();
  if (value === undefined || value === '') return undefined;
  if ([...value].length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(value)) {
    throw new InvalidInputError(
      `${field} has at most ${MAX_NAME_LENGTH} characters, none of them unprintable`,
    );
  }
  return value;
}
