import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a browser's checkout cookie. */
export function newCheckoutCookie(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this hash is stored. */
export function hashCookie(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}
