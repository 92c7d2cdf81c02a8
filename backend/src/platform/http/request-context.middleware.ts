import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { runInRequest } from '../logging/request-context.js';

const ACCEPTABLE_ID = /^[\w.:-]{8,100}$/;

/** Gives every request an id (a caller's own is kept when it is harmless) and lets all that follows see it. */
export const requestContext: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const requestId = given && ACCEPTABLE_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  runInRequest(
    { requestId, ip: request.ip ?? 'unknown', userAgent: (request.get('user-agent') ?? '').slice(0, 300) },
    next,
  );
};
