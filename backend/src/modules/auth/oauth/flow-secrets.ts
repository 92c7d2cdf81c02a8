import { createHmac } from 'node:crypto';
import type { FlowSecrets } from './domain/identity-providers.js';

/**
 * Derives a flow's nonce and code verifier from the secret in the browser's cookie. Without the cookie no one can complete the flow,
 * even with its state or the database row.
 */
export function deriveFlowSecrets(
  state: string,
  browserSecret: string,
  clientNonce: string | null,
): FlowSecrets {
  const derive = (purpose: string): string =>
    createHmac('sha256', browserSecret).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: clientNonce ?? derive('nonce'), verifier: derive('verifier') };
}
