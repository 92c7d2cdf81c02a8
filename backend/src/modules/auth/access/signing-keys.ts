import { createPrivateKey, type KeyObject } from 'node:crypto';
import { importJWK, type CryptoKey } from 'jose';
import type { SigningJwk } from '../../../platform/config/auth-settings.js';

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: CryptoKey;
}

/** Imported once, because importing a key is expensive. */
export function importSigningKeys(keys: readonly SigningJwk[]): Promise<SigningKey[]> {
  return Promise.all(
    keys.map(async ({ kty, crv, kid, x, y, d }) => ({
      kid,
      privateKey: createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' }),
      publicKey: (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey,
    })),
  );
}

/** The public key for the JWKS. Lists fields explicitly, so that the private key cannot leak. */
export function publicJwk({ kty, crv, kid, x, y }: SigningJwk): object {
  return { kty, crv, kid, x, y, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true };
}
