import { InvalidInputError } from './auth-errors.js';

/** Allowed URL schemes for outbound requests. Plain HTTP only if the site itself runs without TLS, as in development. */
export function outboundSchemes(siteUrl: string): readonly string[] {
  return siteUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
}

/** A URL submitted through the API resolves to a private network (server-side request forgery). */
export class PrivateNetworkError extends InvalidInputError {
  constructor(field: string) {
    super(`${field} points to a private network. Set AUTH_PRIVATE_NETWORKS=on to allow it.`);
  }
}
