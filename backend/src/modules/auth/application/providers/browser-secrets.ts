import { createHmac } from 'node:crypto';
import type { ProviderVisit } from '../../domain/identity-providers.js';

/**
 * What a visit to a provider is protected with, made from the secret in the browser's cookie: without that cookie nobody can end
 * the visit, whatever he saw of it or read from the database.
 */
export function visitOf(state: string, browserSecret: string, chosenNonce: string | null): ProviderVisit {
  const derive = (what: string): string =>
    createHmac('sha256', browserSecret).update(`${what} ${state}`).digest('base64url');
  return { state, nonce: chosenNonce ?? derive('nonce'), verifier: derive('verifier') };
}
