import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { runInRequest } from '../logging/request-context.js';
import { readableAddress } from '../security/network-addresses.js';

const ACCEPTABLE_ID = /^[\w.:-]{8,100}$/;

/**
 * Gives every request an id (a caller's own is kept when it is harmless) and lets all that follows see it. The client's address is read
 * here alone: limits, sessions and the audit log must know one client by one spelling.
 */
export const requestContext: RequestHandler = (request, response, next) => {
  const input = request.get('x-request-id');
  const requestId = input && ACCEPTABLE_ID.test(input) ? input : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  const ip = readableAddress(request.ip ?? 'unknown');
  const userAgent = (request.get('user-agent') ?? '').slice(0, 300);
  runInRequest({ requestId, ip, userAgent }, next);
};
