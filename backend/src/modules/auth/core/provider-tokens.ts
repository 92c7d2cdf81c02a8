import { SecretBox } from './secret-box.js';

/** Encrypts a provider's tokens with the authorization code. Only the code's hash is stored, so the database alone cannot decrypt them. */
export function encryptTokens(code: string, tokens: ProviderTokens): Buffer {
  return cipherFor(code).encrypt(JSON.stringify(tokens));
}

export function decryptTokens(code: string, encrypted: Buffer): ProviderTokens {
  return JSON.parse(cipherFor(code).decrypt(encrypted)) as ProviderTokens;
}

function cipherFor(code: string): SecretBox {
  return new SecretBox(code, 'provider tokens');
}

/** Tokens for the provider's API. Passed on to the client, never used here. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | undefined;
}
