import { FUNCTIONS_PATH } from '@subscription-site/shared/paths';
import { logFault } from '../log';
import { ApiError } from './api-error';
import { presentToken, refreshSession } from './token-source';

const PATIENCE_MS = 30_000;

export interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  /** The same key and body get the same answer, however often they are sent. */
  idempotencyKey?: string;
  /** In place of the token of whoever is signed in. */
  token?: string;
}

/**
 * Calls our own origin and gives the parsed answer; undefined where there is none to come (204).
 * Throws {@link ApiError} for every refusal, for silence longer than half a minute and for an answer that is not JSON. Where the
 * session lacks its second factor it is refreshed first, so that the site asks for the factor.
 */
export async function callApi<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'POST', body, idempotencyKey } = options;
  const headers = new Headers({ Accept: 'application/json' });
  if (method === 'POST') headers.set('Content-Type', 'application/json');
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  const token = options.token ?? (await presentToken());
  if (token) headers.set('Authorization', `Bearer ${token}`);

  const response = await fetch(path, {
    method,
    headers,
    body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined);
  if (!response) throw unanswered();

  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) {
    const error = refusal(response, answer);
    if (error.code === 'insufficient_aal')
      await refreshSession().catch((fault) => logFault('session', fault));
    throw error;
  }
  if (answer === undefined) throw unreadable(response.status);
  return answer as T;
}

/** Calls one of the product's functions by name. */
export function callFunction<T>(name: string, body?: object): Promise<T> {
  return callApi<T>(`${FUNCTIONS_PATH}/${name}`, { body });
}

function unanswered(): ApiError {
  return new ApiError({
    code: 'network_error',
    status: 0,
    message: 'We could not reach the server. Check your connection and try again.',
  });
}

function unreadable(status: number): ApiError {
  return new ApiError({
    code: 'unreadable_answer',
    status,
    message: 'The server gave an answer we could not read.',
  });
}

/** Reads our own error body and that of the authentication service, which both have `code` and `message`. */
function refusal(response: Response, answer: unknown): ApiError {
  if (typeof answer !== 'object' || answer === null) return unreadable(response.status);
  const body = answer as Record<string, unknown>;
  const text = [body['message'], body['msg'], body['error_description']].find((it) => typeof it === 'string');
  const code = [body['code'], body['error_code']].find((it) => typeof it === 'string');
  return new ApiError({
    code: (code as string | undefined) ?? 'unreadable_answer',
    status: response.status,
    message: (text as string | undefined) ?? '',
    details: (body['details'] ?? body['weak_password']) as Record<string, unknown> | undefined,
    requestId: (body['requestId'] as string | undefined) ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number(response.headers.get('Retry-After')) || undefined,
  });
}
