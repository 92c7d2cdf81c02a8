/** API paths. Site and API share an origin; every path outside `/api` belongs to the site. */
export const API_PREFIX = '/api';
export const AUTH_PATH = '/api/auth/v1';
export const FUNCTIONS_PATH = '/api/functions/v1';
export const ACCOUNT_PATH = '/api/account/v1';
export const ADMIN_PATH = '/api/admin/v1';
export const STRIPE_WEBHOOK_PATH = '/api/webhooks/stripe';

/** Path prefixes that a visitor may be redirected to after signing in. */
const RETURN_PREFIXES = ['/account', '/admin', '/checkout'];

/**
 * Validates a same-origin path to return to after signing in; undefined for anything else.
 * Rejects other origins, schemes, double slashes and backslashes, because an open redirect could be used for phishing.
 */
export function parseReturnPath(next: string | null | undefined): string | undefined {
  if (!next || !/^\/[A-Za-z0-9]/.test(next) || /[\\\p{Cc}]/u.test(next)) return undefined;
  const path = next.split(/[?#]/, 1)[0]!;
  const segments = path.split('/');
  if (segments.includes('..') || /%2e|%2f|%5c/i.test(path)) return undefined;
  return RETURN_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    ? next
    : undefined;
}
