import { createHmac, hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** An unguessable secret, fit for an address. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a secret. A plain hash is enough: no one can guess 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The refresh token that follows this one. Only who holds the parent can make it from the salt. */
export function childToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', parent).update(salt).digest('base64url');
}
