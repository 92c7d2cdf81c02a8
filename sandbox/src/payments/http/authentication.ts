import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './api-error.ts';

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

/** Returns the kind of API key, sent as a bearer token, as the basic auth user name, or in the parameter `key`. */
export function authenticate(
  headers: IncomingHttpHeaders,
  keyParameter: unknown,
  keys: Keys,
): 'secret' | 'publishable' {
  const key =
    parseKey(headers.authorization) ?? (typeof keyParameter === 'string' ? keyParameter : undefined);
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: key
      ? `Invalid API Key provided: ${masked(key)}`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
  });
}

function parseKey(authorization: string | undefined): string | undefined {
  const [scheme, value] = (authorization ?? '').split(' ');
  if (!value) return undefined;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}

function masked(key: string): string {
  return key.length <= 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}
