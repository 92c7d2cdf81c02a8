import type { SessionResponse } from './session-response.js';

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

/** A session for the target page to read from its URL. Browsers don't send fragments to servers. */
export function sessionFragment(session: SessionResponse, type?: string): URLSearchParams {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    ...(session.provider_token === undefined ? {} : { provider_token: session.provider_token }),
    ...(session.provider_refresh_token === undefined
      ? {}
      : { provider_refresh_token: session.provider_refresh_token }),
    sb: '',
    token_type: session.token_type,
    ...(type === undefined ? {} : { type }),
  });
}

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
