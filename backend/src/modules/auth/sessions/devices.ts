import { currentRequest } from '../../../platform/logging/request-context.js';

/** Names devices by their user agent. */
export abstract class Devices {
  /** `Chrome on macOS`, or the known half; null when neither is known. Never contains text supplied by the caller. */
  abstract describe(userAgent: string | null): string | null;
}

/** User agent and IP address of the current request, as stored with a session; null outside a request. */
export function currentClient(): { userAgent: string | null; ip: string | null } {
  const request = currentRequest();
  return { userAgent: request?.userAgent || null, ip: request?.ip ?? null };
}
