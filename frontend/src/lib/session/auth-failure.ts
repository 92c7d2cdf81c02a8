import type { AuthError } from '@supabase/auth-js';
import { UNEXPECTED } from '../api/messages';

/** Why the authentication service refused. `message` is its own sentence. */
export interface AuthFailure {
  message: string;
  code: string | undefined;
  /** For a weak password: `length`, `characters`, `pwned`. */
  reasons: string[];
  /** Of a refusal that came too early: how long to wait. */
  retryAfterSeconds?: number;
}

/** Sentences of the service that would tell a person nothing. */
const PLAINER: Record<string, string> = {
  unexpected_failure: UNEXPECTED,
  request_timeout: 'The server took too long to answer. Please try again.',
  otp_expired: 'This link has expired or was used already.',
  session_not_found: 'Your session has ended. Please sign in again.',
  insufficient_aal: 'Show your second factor again, then go on.',
};

const TOO_SOON = ['over_email_send_rate_limit', 'over_sms_send_rate_limit'];

/** How long such a refusal asks to wait: the library hands on its sentence, not its headers. */
function secondsIn(message: string): number | undefined {
  return Number(/after (\d+) seconds/.exec(message)?.[1]) || undefined;
}

/** Translates an error of the client library; null stays null. */
export function failureOf(error: AuthError | null): AuthFailure | null {
  if (!error) return null;
  const unanswered = error.name === 'AuthRetryableFetchError';
  // The library keeps no code for a session that is gone.
  const code = error.name === 'AuthSessionMissingError' ? 'session_not_found' : error.code;
  const wait = TOO_SOON.includes(code ?? '') ? secondsIn(error.message) : undefined;
  return {
    message: unanswered
      ? 'We could not reach the server. Check your connection and try again.'
      : wait
        ? `One was sent a moment ago. You can have another one in ${wait} seconds.`
        : (PLAINER[code ?? ''] ?? error.message),
    code,
    ...(wait ? { retryAfterSeconds: wait } : {}),
    reasons: 'reasons' in error && Array.isArray(error.reasons) ? (error.reasons as string[]) : [],
  };
}
