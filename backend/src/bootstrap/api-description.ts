import { RELAY_ERROR_HEADER } from '../platform/http/documentation.js';

/** What the API offers, in Markdown. */
export const API_SUMMARY =
  'Authentication (compatible with Supabase Auth), functions (checkout and subscriptions), support and operations.';

/** What all routes have in common, in Markdown. */
export const API_ERRORS = [
  'Errors from functions, account and admin routes include a stable `code` and a `requestId`.',
  'Public functions treat a call with an invalid token as signed out. Other functions reject it with 401, and with ' +
    `\`${RELAY_ERROR_HEADER}: true\` if the token has expired or its signature is invalid.`,
  "A path that exists but doesn't support the method returns 405 with an `Allow` header.",
  'A request with an ambiguous host, target or framing is rejected with 400 `malformed_request` before routing.',
  'A request whose URL and headers are larger than 32 KiB together is rejected with 431 `headers_too_large`.',
];
