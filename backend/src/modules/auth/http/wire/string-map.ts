import { InvalidInputError } from '../../domain/auth-errors.js';

const MAX = 20;
const MAX_LENGTH = 500;

/** An object of short texts; undefined when it is absent or null. */
export function stringMap(value: unknown, field: string): Record<string, string> | undefined {
  if (value === undefined || value === null) return undefined;
  const entries =
    typeof value === 'object' && !Array.isArray(value) ? Object.entries(value as object) : undefined;
  if (!entries || entries.length > MAX || !entries.flat().every(isShortString)) {
    throw new InvalidInputError(`${field} must be an object of at most ${MAX} names and texts`);
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

export function isShortString(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_LENGTH;
}
