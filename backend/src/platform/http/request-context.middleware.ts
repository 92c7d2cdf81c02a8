import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ConfigurationWarnings } from '../logging/configuration-warnings.js';
import { runInRequest } from '../logging/request-context.js';
import { readableAddress, withoutPort } from '../security/network-addresses.js';

const VALID_REQUEST_ID = /^[\w.:-]{8,100}$/;

/**
 * Sets the request context. A valid request ID from the caller is kept. The client's IP address is read only here, so that limits,
 * sessions and the audit log spell it the same way.
 */
export const requestContext =
  (warnings: ConfigurationWarnings): RequestHandler =>
  (request, response, next) => {
    const givenId = request.get('x-request-id');
    const requestId = givenId && VALID_REQUEST_ID.test(givenId) ? givenId : randomUUID();
    response.setHeader('X-Request-Id', requestId);
    const ip = resolveClientIp(request, warnings);
    const userAgent = (request.get('user-agent') ?? '').slice(0, 300);
    runInRequest({ requestId, ip, userAgent }, next);
  };

/** Some proxies add the port to the addresses that they forward. It differs for each connection. */
function resolveClientIp(request: Request, warnings: ConfigurationWarnings): string {
  const forwarded = request.get('x-forwarded-for');
  if (forwarded !== undefined) {
    request.headers['x-forwarded-for'] = forwarded
      .split(',')
      .map((address) => withoutPort(address.trim()))
      .join(', ');
    if (request.ips.length === 0) warnings.add(untrustedProxy(request.socket.remoteAddress));
  }
  return readableAddress(request.ip ?? 'unknown');
}

const untrustedProxy = (address = 'an unknown address') => ({
  code: 'untrusted_proxy' as const,
  message: `Requests are forwarded by ${readableAddress(address)}, which TRUSTED_PROXIES does not list, so rate limits count all its visitors as one client. If it is your proxy, add its address to TRUSTED_PROXIES.`,
});
