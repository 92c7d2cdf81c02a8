import { createHash, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../core/secrets.js';

/** PKCE: only the client that holds the verifier can exchange the code for a session (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

export function matchesChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const computed = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  // Hashing both sides gives them the same length, as a constant-time comparison requires.
  return timingSafeEqual(hashSecret(computed), hashSecret(challenge));
}
