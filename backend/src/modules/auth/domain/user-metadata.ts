import { InvalidInputError } from './auth-errors.js';
import { parsePersonName } from './person-name.js';

/** Metadata travels in every access token, and servers reject headers beyond 16 kB. In characters of JSON. */
const MAX_SIZE = 6000;

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
  return JSON.stringify(metadata).length <= MAX_SIZE;
}

/** Throws when the data is too large, or has a `full_name` that may not stand in an email. */
export function assertMetadata(data: Record<string, unknown>): void {
  assertMetadataSize(data);
  const { full_name: name } = data;
  if (name === undefined || name === null || name === '') return;
  if (typeof name !== 'string' || parsePersonName(name) === undefined) {
    throw new InvalidInputError('A name has 1 to 100 characters, without line breaks, links or @.');
  }
}

/** Throws when the data is larger than a token carries. */
export function assertMetadataSize(data: Record<string, unknown>): void {
  if (!fitsInToken(data)) throw new InvalidInputError('data is too large');
}
