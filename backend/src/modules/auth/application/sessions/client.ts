import { currentRequest } from '../../../../platform/logging/request-context.js';

/** Device and address of the present caller as a session remembers them; null where there is no request. */
export function currentClient(): { userAgent: string | null; ip: string | null } {
  const request = currentRequest();
  return { userAgent: request?.userAgent || null, ip: request?.ip ?? null };
}
