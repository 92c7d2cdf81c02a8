import { currentRequest } from '../../../../platform/logging/request-context.js';

/** User agent and IP address of the current request, as stored with a session; null outside a request. */
export function currentClient(): { userAgent: string | null; ip: string | null } {
  const request = currentRequest();
  return { userAgent: request?.userAgent || null, ip: request?.ip ?? null };
}
