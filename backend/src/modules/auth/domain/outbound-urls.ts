import { InvalidInputError } from './auth-errors.js';

/** What addresses of others may begin with. Only an installation without TLS of its own, in development, talks to others in the clear. */
export function outboundSchemes(siteUrl: string): readonly string[] {
  return siteUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
}

/** Something that was written down by a call leads where only this server reaches. */
export class PrivateNetworkError extends InvalidInputError {
  constructor(what: string) {
    super(`${what} leads into a private network, which is not called here (AUTH_PRIVATE_NETWORKS allows it)`);
  }
}
