import { createHmac, hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A random 256-bit secret, safe to put in a URL. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored form of a secret. A fast, unsalted hash is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The refresh token after `parent`. The stored salt alone is not enough to derive it. */
export function childToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', parent).update(salt).digest('base64url');
}
