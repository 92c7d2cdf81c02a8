import { InvalidInputError } from '../../domain/auth-errors.js';
import { text, type WireInput } from './wire-input.js';

const LONGEST_NAME = 100;

/** Shown in apps and lists: short, and without what a database or a screen cannot hold. */
export function factorName(fields: WireInput, field: string): string | undefined {
  const value = text(fields, field)?.trim();
  if (value === undefined || value === '') return undefined;
  if ([...value].length > LONGEST_NAME || /[\p{Cc}\p{Cs}]/u.test(value)) {
    throw new InvalidInputError(`${field} has at most ${LONGEST_NAME} characters, none of them unprintable`);
  }
  return value;
}
