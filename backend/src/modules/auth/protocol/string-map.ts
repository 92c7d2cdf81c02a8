import { InvalidInputError } from '../core/auth-errors.js';

const MAX_ENTRIES = 20;
const MAX_LENGTH = 500;

/** Validates an object of short strings. Returns undefined if it is absent or null. */
export function stringMap(value: unknown, field: string): Record<string, string> | undefined {
  if (value === undefined || value === null) return undefined;
  const entries =
    typeof value === 'object' && !Array.isArray(value) ? Object.entries(value as object) : undefined;
  if (!entries || entries.length > MAX_ENTRIES || !entries.flat().every(isShortString)) {
    throw new InvalidInputError(`${field} must be an object with at most ${MAX_ENTRIES} string values`);
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

export function isShortString(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_LENGTH;
}
