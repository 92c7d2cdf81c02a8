import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { ProviderTokens } from '../../domain/identity-providers.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a provider's tokens under the code that will be traded for them; of the code only a hash is stored. */
export function sealTokens(code: string, tokens: ProviderTokens): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(code), nonce);
  return Buffer.concat([
    nonce,
    cipher.update(JSON.stringify(tokens), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

export function openTokens(code: string, sealed: Buffer): ProviderTokens {
  const decipher = createDecipheriv(CIPHER, keyOf(code), sealed.subarray(0, NONCE_BYTES)).setAuthTag(
    sealed.subarray(-TAG_BYTES),
  );
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as ProviderTokens;
}

function keyOf(code: string): Buffer {
  return createHmac('sha256', code).update('provider tokens').digest();
}
