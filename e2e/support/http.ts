import { testEnvironment } from './test-environment.js';

/** A response with its JSON body, or `{ text }` if the body is not JSON. */
export interface JsonResponse {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

const TIMEOUT_MS = 60_000;

/** Sends JSON and returns the response with any status. Throws after a minute without one. */
export async function send(
  url: string,
  options: { method?: string; body?: object; headers?: Record<string, string>; token?: string } = {},
): Promise<JsonResponse> {
  const { method = 'POST', body, token, headers } = options;
  const response = await fetch(url, {
    method,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, body: parseJson(text), headers: response.headers };
}

/** Calls a function of the API by name. */
export function callFunction(
  name: string,
  body: object = {},
  options: { headers?: Record<string, string>; token?: string } = {},
): Promise<JsonResponse> {
  return send(`${testEnvironment.siteUrl}/api/functions/v1/${name}`, { body, ...options });
}

/** Calls the authentication service. */
export function callAuth(
  path: string,
  body: object,
  options: { method?: string; token?: string } = {},
): Promise<JsonResponse> {
  return send(`${testEnvironment.siteUrl}/api/auth/v1/${path}`, { body, ...options });
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}
