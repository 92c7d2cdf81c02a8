import type { SessionAnswer } from './session-answer.js';

/** OAuth's word for a status; 422 has none. */
const ERROR_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** A session for a page that reads its own address. Never reaches a server: fragments stay in the browser. */
export function sessionFragment(session: SessionAnswer, type: string): URLSearchParams {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
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
  const word = ERROR_WORDS[status];
  return new URLSearchParams({
    ...(word ? { error: word } : {}),
    error_code: code,
    error_description: message,
    sb: '',
  });
}
