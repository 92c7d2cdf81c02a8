import { InvalidInputError } from '../core/auth-errors.js';
import { type AuthInput, text } from '../protocol/auth-input.js';
import type { CodeChallenge } from './code-challenge.js';

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

/** The PKCE code challenge; undefined when absent. Throws if only one of its two fields is present. */
export function codeChallenge(input: AuthInput): CodeChallenge | undefined {
  const challenge = text(input, 'code_challenge');
  const method = text(input, 'code_challenge_method')?.toLowerCase();
  if ((challenge === undefined) !== (method === undefined)) {
    throw new InvalidInputError(
      'PKCE flow requires code_challenge_method and code_challenge to be provided together',
    );
  }
  if (challenge === undefined) return undefined;
  if (!CHALLENGE.test(challenge)) {
    throw new InvalidInputError('code challenge has to be between 43 and 128 unreserved characters');
  }
  if (method !== 's256' && method !== 'plain') {
    throw new InvalidInputError('code challenge method must be s256 or plain');
  }
  return { challenge, method };
}
