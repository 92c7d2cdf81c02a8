import { createHmac } from 'node:crypto';
import type { FlowSecrets } from '../../domain/identity-providers.js';

/**
 * What a flow to a provider is protected with, made from the secret in the browser's cookie: without that cookie no one can end
 * the flow, whatever he saw of it or read from the database.
 */
export function deriveFlowSecrets(
  state: string,
  browserSecret: string,
  chosenNonce: string | null,
): FlowSecrets {
  const derive = (what: string): string =>
    createHmac('sha256', browserSecret).update(`${what} ${state}`).digest('base64url');
  return { state, nonce: chosenNonce ?? derive('nonce'), verifier: derive('verifier') };
}
