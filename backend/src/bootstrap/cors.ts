import type { RequestHandler } from 'express';

const REQUEST_HEADERS = [
  'authorization',
  'apikey',
  'content-type',
  'idempotency-key',
  'x-client-info',
  'x-supabase-api-version',
  'x-upsert',
  'x-metadata',
  'cache-control',
  'x-region',
  'x-retry-count',
  'x-jwt-aud',
  'range',
];
const EXPOSED_HEADERS = [
  'x-supabase-api-version',
  'x-total-count',
  'link',
  'x-relay-error',
  'x-request-id',
  'retry-after',
  'idempotent-replayed',
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-encoding',
  'content-range',
  'etag',
  'content-length',
  'x-robots-tag',
  'x-transformations',
  'location',
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
].join(', ');

/**
 * Lets browser clients on any origin call the API with a bearer token. Credentials are not allowed across origins, so another site's
 * page can neither read nor use our cookies.
 */
export const publicCors: RequestHandler = (request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  response.setHeader('Cache-Control', 'no-store');
  if (request.method !== 'OPTIONS') return next();
  const requested = (request.get('access-control-request-headers') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[a-z0-9-]+$/.test(name));
  response.setHeader(
    'Access-Control-Allow-Headers',
    [...new Set([...REQUEST_HEADERS, ...requested])].join(', '),
  );
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.status(204).end();
};
