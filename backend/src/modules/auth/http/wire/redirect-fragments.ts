import type { SessionResponse } from './session-response.js';

/** OAuth's word for a status; 422 has none. */
const ERROR_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
};

/** Refusals of a person, not of a call, whatever their status. */
const DENIALS = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

/** A session for a page that reads its own address. Never reaches a server: fragments stay in the browser. */
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
  const word = DENIALS.includes(code) ? 'access_denied' : ERROR_WORDS[status];
  return new URLSearchParams({
    ...(word ? { error: word } : {}),
    error_code: code,
    error_description: message,
    sb: '',
  });
}

/** `sb` tells a browser that the fragment is of this protocol; a query needs no such mark. */
export function withoutMarker(fragment: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(fragment);
  query.delete('sb');
  return query;
}
