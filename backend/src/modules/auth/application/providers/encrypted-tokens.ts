import type { ProviderTokens } from '../../domain/identity-providers.js';
import { SecretBox } from '../secret-box.js';

/** Encrypts a provider's tokens under the code that will be traded for them; of the code only a hash is stored. */
export function encryptTokens(code: string, tokens: ProviderTokens): Buffer {
  return cipherFor(code).encrypt(JSON.stringify(tokens));
}

export function decryptTokens(code: string, encrypted: Buffer): ProviderTokens {
  return JSON.parse(cipherFor(code).decrypt(encrypted)) as ProviderTokens;
}

function cipherFor(code: string): SecretBox {
  return new SecretBox(code, 'provider tokens');
}
