import type { AuthError } from '@supabase/auth-js';
import { UNEXPECTED } from '../api/messages';

/** Why the authentication service refused. `message` is its own sentence. */
export interface AuthFailure {
  message: string;
  code: string | undefined;
  /** For a weak password: `length`, `characters`, `pwned`. */
  reasons: string[];
}

/** Sentences of the service that would tell a person nothing. */
const PLAINER: Record<string, string> = {
  unexpected_failure: UNEXPECTED,
  request_timeout: 'The server took too long to answer. Please try again.',
  over_request_rate_limit: 'Too many tries in a short time. Please wait a minute and try again.',
  otp_expired: 'This link has expired or was used already.',
  session_not_found: 'Your session has ended. Please sign in again.',
  insufficient_aal: 'Show your second factor again, then go on.',
};

/** Translates an error of the client library; null stays null. */
export function failureOf(error: AuthError | null): AuthFailure | null {
  if (!error) return null;
  const unanswered = error.name === 'AuthRetryableFetchError';
  // The library keeps no code for a session that is gone.
  const code = error.name === 'AuthSessionMissingError' ? 'session_not_found' : error.code;
  return {
    message: unanswered
      ? 'We could not reach the server. Check your connection and try again.'
      : (PLAINER[code ?? ''] ?? error.message),
    code,
    reasons: 'reasons' in error && Array.isArray(error.reasons) ? (error.reasons as string[]) : [],
  };
}
