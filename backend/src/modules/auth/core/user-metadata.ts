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

/** Both are part of every access token. */
export interface Metadata {
  userMetadata?: Record<string, unknown> | undefined;
  appMetadata?: Record<string, unknown> | undefined;
}

/** The size that both have together in an access token, in bytes of JSON. */
export function metadataBytes({ userMetadata = {}, appMetadata = {} }: Metadata): number {
  return Buffer.byteLength(JSON.stringify(userMetadata)) + Buffer.byteLength(JSON.stringify(appMetadata));
}

/** Throws when an access token with the metadata would be too large. */
export function assertMetadataSize(metadata: Metadata, maxBytes: number): void {
  const bytes = metadataBytes(metadata);
  if (bytes <= maxBytes) return;
  throw new InvalidInputError(
    `Metadata is too large: ${bytes} bytes. Together, user_metadata and app_metadata may have at most ${maxBytes} bytes of JSON, because they are part of every access token.`,
  );
}

/** Throws when `full_name` is not safe to use in an email. */
export function assertFullName({ full_name: name }: Record<string, unknown>): void {
  if (name === undefined || name === null || name === '') return;
  if (typeof name !== 'string' || parsePersonName(name) === undefined) {
    throw new InvalidInputError(
      typeof name === 'string' && hasInvisibleCharacters(name.trim())
        ? INVISIBLE_CHARACTERS
        : 'Names must be 1 to 100 characters long, without links or @.',
    );
  }
}

/** The trimmed name if it is safe to use in an email; otherwise undefined. */
export function parsePersonName(text: string): string | undefined {
  const name = text.trim();
  return isPersonName(name) ? name : undefined;
}
