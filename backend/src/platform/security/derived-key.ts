import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;

/** Derives a key for one purpose from a secret (HKDF-SHA-256). Keys with different labels reveal nothing about each other. */
export function derivedKey(secret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', label, KEY_BYTES)));
}

/**
 * Hides a guessable value, such as an email, a phone number or an IP address. Without the key, which is not stored in the
 * database or Redis, guesses cannot be checked against it.
 */
export function keyedHash(key: KeyObject, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}
