import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** A key for one purpose, from a secret of the settings (HKDF-SHA-256). Keys with different labels reveal nothing of each other. */
export function derivedKey(secret: string, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', label, KEY_BYTES));
}

/**
 * Stands for a value that could be guessed, such as an email, a phone number or an IP address. Without the key, which is kept outside
 * the database and Redis, no guess can be checked against it.
 */
export function keyedHash(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}
