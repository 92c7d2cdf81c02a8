import type { AuthError } from '@supabase/auth-js';
import { UNEXPECTED_ERROR } from '../api/messages';

/** An error from the auth service, with a user-facing message. */
export interface AuthFailure {
  message: string;
  code: string | undefined;
  /** For weak passwords: `length`, `characters`, `pwned`. */
  reasons: string[];
  /** For rate limits: how long to wait. */
  retryAfterSeconds?: number;
}

/** Replacements for messages that mean nothing to users. */
const MESSAGES: Record<string, string> = {
  unexpected_failure: UNEXPECTED_ERROR,
  request_timeout: 'The server took too long to respond. Please try again.',
  otp_expired: 'This link has expired or was already used.',
  session_not_found: 'Your session has ended. Please sign in again.',
  insufficient_aal: 'Verify your second factor again to continue.',
};

const SEND_LIMIT_CODES = ['over_email_send_rate_limit', 'over_sms_send_rate_limit'];

/** Parsed from the message, because the client library does not expose the headers. */
function secondsToWait(message: string): number | undefined {
  return Number(/after (\d+) seconds/.exec(message)?.[1]) || undefined;
}

/** Converts an error from the client library. Returns null for null. */
export function toAuthFailure(error: AuthError | null): AuthFailure | null {
  if (!error) return null;
  const unreachable = error.name === 'AuthRetryableFetchError';
  // The client library drops the code of a missing session.
  const code = error.name === 'AuthSessionMissingError' ? 'session_not_found' : error.code;
  const wait = SEND_LIMIT_CODES.includes(code ?? '') ? secondsToWait(error.message) : undefined;
  return {
    message: unreachable
      ? "We couldn't reach the server. Check your connection and try again."
      : wait
        ? `We just sent one. You can request another in ${wait} seconds.`
        : (MESSAGES[code ?? ''] ?? error.message),
    code,
    ...(wait ? { retryAfterSeconds: wait } : {}),
    reasons: 'reasons' in error && Array.isArray(error.reasons) ? (error.reasons as string[]) : [],
  };
}
