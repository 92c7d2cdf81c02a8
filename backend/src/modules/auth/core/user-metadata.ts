import { hasInvisibleCharacters, INVISIBLE_CHARACTERS, isPersonName } from '@subscription-site/shared/names';
import { InvalidInputError } from './auth-errors.js';

/** Adds and replaces keys; keys set to null are removed. */
export function mergeMetadata(
  current: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null));
}

/** The `full_name` of validated metadata; empty when absent. */
export function fullNameIn({ full_name: name }: Record<string, unknown>): string {
  return typeof name === 'string' ? name.trim() : '';
}

/** Whether the metadata has at most `maxLength` characters as JSON. It is part of every access token. */
export function fitsInToken(metadata: Record<string, unknown>, maxLength: number): boolean {
  return JSON.stringify(metadata).length <= maxLength;
}

/** Throws when the data is too large or `full_name` is not safe to use in an email. */
export function assertMetadata(data: Record<string, unknown>, maxLength: number): void {
  assertMetadataSize(data, maxLength);
  const { full_name: name } = data;
  if (name === undefined || name === null || name === '') return;
  if (typeof name !== 'string' || parsePersonName(name) === undefined) {
    throw new InvalidInputError(
      typeof name === 'string' && hasInvisibleCharacters(name.trim())
        ? INVISIBLE_CHARACTERS
        : 'Names must be 1 to 100 characters long, without links or @.',
    );
  }
}

/** Throws when the data does not fit in a token. */
export function assertMetadataSize(data: Record<string, unknown>, maxLength: number): void {
  if (fitsInToken(data, maxLength)) return;
  throw new InvalidInputError(`Metadata is too large. The limit is ${maxLength} characters of JSON.`);
}

/** The trimmed name if it is safe to use in an email; otherwise undefined. */
export function parsePersonName(text: string): string | undefined {
  const name = text.trim();
  return isPersonName(name) ? name : undefined;
}
