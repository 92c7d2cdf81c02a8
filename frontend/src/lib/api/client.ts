import { FUNCTIONS_PATH } from '@subscription-site/shared/paths';
import { logError } from '../log';
import { ApiError } from './api-error';
import { UNREACHABLE } from './default-messages';
import { currentToken, refreshSession, verifySession } from './token-source';

const TIMEOUT_MS = 30_000;

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** Sent instead of a JSON body. */
  file?: Blob;
  headers?: Readonly<Record<string, string>>;
  /** Requests with the same key and body get the same response. */
  idempotencyKey?: string;
  /** Overrides the token of the signed-in user. */
  token?: string;
}

/**
 * Calls our own API and returns the parsed response; undefined for 204. Throws {@link ApiError} for error
 * responses, timeouts, and responses that are not JSON. If the session has not completed MFA, it is refreshed
 * first, so that the site asks for the second factor; if it has ended, it is dropped, so that the site asks to sign in.
 */
export async function callApi<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await request(path, options);
  if (response.status === 204) return undefined as T;
  const data: unknown = await response.json().catch(() => undefined);
  if (data === undefined) throw unreadableResponse(response.status);
  return data as T;
}

/** Like {@link callApi}, for responses that are not JSON. */
export async function request(path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'POST', body, idempotencyKey } = options;
  const headers = new Headers({ Accept: 'application/json', ...options.headers });
  const json = body ?? (method === 'POST' ? {} : undefined);
  const content = options.file ?? (json && JSON.stringify(json));
  if (content !== undefined) headers.set('Content-Type', options.file?.type ?? 'application/json');
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  const token = options.token ?? (await currentToken());
  if (token) headers.set('Authorization', `Bearer ${token}`);

  const response = await fetch(path, {
    method,
    headers,
    body: content,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  if (!response) throw networkError();
  if (response.ok) return response;
  const error = toApiError(response, await response.json().catch(() => undefined));
  const check = { insufficient_aal: refreshSession, unauthorized: verifySession }[error.code];
  if (check && !options.token) await check().catch((cause) => logError('session', cause));
  throw error;
}

/** Calls a product function by name. */
export function callFunction<T>(name: string, body?: object): Promise<T> {
  return callApi<T>(`${FUNCTIONS_PATH}/${name}`, { body });
}

function networkError(): ApiError {
  return new ApiError({
    code: 'network_error',
    status: 0,
    message: UNREACHABLE,
  });
}

function unreadableResponse(status: number): ApiError {
  return new ApiError({
    code: 'unreadable_response',
    status,
    message: 'The server sent a response we couldn’t read.',
  });
}

/** Parses error bodies of our API and of the auth service. */
function toApiError(response: Response, data: unknown): ApiError {
  if (typeof data !== 'object' || data === null) return unreadableResponse(response.status);
  const body = data as Record<string, unknown>;
  const text = [body['message'], body['msg'], body['error_description']].find((it) => typeof it === 'string');
  const code = [body['code'], body['error_code']].find((it) => typeof it === 'string');
  return new ApiError({
    code: (code as string | undefined) ?? 'unreadable_response',
    status: response.status,
    message: (text as string | undefined) ?? '',
    details: (body['details'] ?? body['weak_password']) as Record<string, unknown> | undefined,
    requestId: (body['requestId'] as string | undefined) ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number(response.headers.get('Retry-After')) || undefined,
  });
}
