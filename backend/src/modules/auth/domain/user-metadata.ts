import { InvalidInputError } from './auth-errors.js';
import { parsePersonName } from './person-name.js';

/** Metadata travels in every access token, and servers refuse headers beyond 16 kB. In characters of JSON. */
const LARGEST = 6000;

/** New keys are added, present ones replaced, those set to null removed. */
export function mergeMetadata(
  present: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== null));
}

/** The name in metadata that were judged; empty when there is none. */
export function fullNameIn({ full_name: name }: Record<string, unknown>): string {
  return typeof name === 'string' ? name.trim() : '';
}

export function fitsInToken(metadata: Record<string, unknown>): boolean {
  return JSON.stringify(metadata).length <= LARGEST;
}

/**
 * Throws when the data cannot be stored (a NUL or half a character in it), is too large, or has a `full_name` that may not
 * stand in a mail.
 */
export function assertMetadata(data: Record<string, unknown>): void {
  assertStorable(data);
  const { full_name: name } = data;
  if (name === undefined || name === null || name === '') return;
  if (typeof name !== 'string' || parsePersonName(name) === undefined) {
    throw new InvalidInputError('A name has 1 to 100 characters, without line breaks, links or @.');
  }
}

/** Throws when the data are too large, or hold a NUL or half a character. */
export function assertStorable(data: Record<string, unknown>): void {
  if (!isStorable(data))
    throw new InvalidInputError('data is too large or holds characters that cannot be stored');
}

/** JSON writes NUL and lone surrogates as escapes, each after an odd number of backslashes. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

function isStorable(data: Record<string, unknown>): boolean {
  try {
    const text = JSON.stringify(data);
    return text.length <= LARGEST && !UNSTORABLE.test(text);
  } catch {
    return false;
  }
}
