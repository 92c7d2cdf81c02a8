import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { runInRequest } from '../logging/request-context.js';
import { readableAddress } from '../security/network-addresses.js';

const VALID_REQUEST_ID = /^[\w.:-]{8,100}$/;

/**
 * Sets the request context. A valid request ID from the caller is kept. The client's IP address is read only here, so that limits,
 * sessions and the audit log spell it the same way.
 */
export const requestContext: RequestHandler = (request, response, next) => {
  const givenId = request.get('x-request-id');
  const requestId = givenId && VALID_REQUEST_ID.test(givenId) ? givenId : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  const ip = readableAddress(request.ip ?? 'unknown');
  const userAgent = (request.get('user-agent') ?? '').slice(0, 300);
  runInRequest({ requestId, ip, userAgent }, next);
};
