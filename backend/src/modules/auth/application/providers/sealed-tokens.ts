import type { ProviderTokens } from '../../domain/identity-providers.js';
import { Seal } from '../seal.js';

/** Seals a provider's tokens under the code that will be traded for them; of the code only a hash is stored. */
export function sealTokens(code: string, tokens: ProviderTokens): Buffer {
  return sealOf(code).close(JSON.stringify(tokens));
}

export function openTokens(code: string, sealed: Buffer): ProviderTokens {
  return JSON.parse(sealOf(code).open(sealed)) as ProviderTokens;
}

function sealOf(code: string): Seal {
  return new Seal(code, 'provider tokens');
}
