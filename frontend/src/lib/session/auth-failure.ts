import type { AuthError } from '@supabase/auth-js';
import { UNEXPECTED_ERROR, UNREACHABLE } from '../api/default-messages';
import { typographicText } from '../api/typographic-text';

/** An error from the auth service, with a user-facing message. */
export interface AuthFailure {
  message: string;
  code: string | undefined;
  /** For weak passwords: `length`, `characters`, `pwned`. */
  reasons: string[];
  /** For rate limits: how long to wait. */
  retryAfterSeconds?: number;
}

/** Replacements, by error code. */
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

/** Converts an error from the client library, replacing messages that mean nothing to users. Returns null for null. */
export function toAuthFailure(error: AuthError | null): AuthFailure | null {
  if (!error) return null;
  if (isUnexpected(error)) return { message: UNEXPECTED_ERROR, code: undefined, reasons: [] };
  const failure = toFailure(error);
  const code = failure.code ?? '';
  const wait = SEND_LIMIT_CODES.includes(code) ? secondsToWait(error.message) : undefined;
  if (!wait) return { ...failure, message: MESSAGES[code] ?? failure.message };
  const message = `We just sent one. You can request another in ${wait} seconds.`;
  return { ...failure, message, retryAfterSeconds: wait };
}

/**
 * Converts an error of a sign-up or sign-in, keeping the server's message, which their toasts must show. Throws errors that did not
 * come from the server. Returns null for null.
 */
export function toServerFailure(error: AuthError | null): AuthFailure | null {
  if (error && isUnexpected(error)) throw error;
  return error && toFailure(error);
}

function toFailure(error: AuthError): AuthFailure {
  return {
    message: typographicText(error.message),
    // The client library drops the code of a missing session.
    code: error.name === 'AuthSessionMissingError' ? 'session_not_found' : error.code,
    reasons: 'reasons' in error && Array.isArray(error.reasons) ? (error.reasons as string[]) : [],
  };
}

/** Whether the response was successful but unreadable. Requests without a response fail with {@link UNREACHABLE}. */
function isUnexpected({ name, status, message }: AuthError): boolean {
  if (name === 'AuthInvalidTokenResponseError') return true;
  return name === 'AuthRetryableFetchError' && status === 0 && message !== UNREACHABLE;
}
