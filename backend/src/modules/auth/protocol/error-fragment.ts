import type { Request } from 'express';
import { toDomainError, logIfInternal } from '../../../platform/http/error.filter.js';
import { markRejected } from '../../../platform/http/request-log.middleware.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { toAuthError } from './auth-error-response.js';

/** URL parameters for a thrown error, for use in a redirect. Internal errors are logged. */
export function toErrorFragment(thrown: unknown, request: Request, logger: Logger): URLSearchParams {
  const error = toDomainError(thrown);
  logIfInternal(logger, error);
  const authError = toAuthError(error, request);
  if (authError.status < 500) markRejected(request.res!);
  return errorFragment(authError);
}

/** OAuth error codes by status; 422 has none. */
const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
};

/** Sent as `access_denied` regardless of their status, since the user was rejected rather than the request. */
const DENIALS = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

export function errorFragment({
  status,
  code,
  message,
}: {
  status: number;
  code: string;
  message: string;
}): URLSearchParams {
  const oauthError = DENIALS.includes(code) ? 'access_denied' : OAUTH_ERRORS[status];
  return new URLSearchParams({
    ...(oauthError ? { error: oauthError } : {}),
    error_code: code,
    error_description: message,
    sb: '',
  });
}

/** Removes `sb`, which marks fragments of this protocol and is not used in queries. */
export function withoutMarker(fragment: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(fragment);
  query.delete('sb');
  return query;
}
