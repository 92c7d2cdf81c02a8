import express, { type Express } from 'express';
import { newId } from '../state/identifiers.ts';
import { errorResponse } from './api-response.ts';
import { ApiError } from './api-error.ts';
import type { CallHandler } from './handle-call.ts';
import type { Route } from './route.ts';

const MAX_BODY_SIZE = '1mb';

/** Mounts the API under `/v1`. Bodies stay raw text: idempotency compares them as received. */
export function mountApi(app: Express, routes: readonly Route[], handler: CallHandler): void {
  const api = express.Router();
  api.use('/v1', express.text({ type: () => true, limit: MAX_BODY_SIZE }));
  for (const route of routes) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'delete';
    api[method](route.path, (request, response) => handler.handle(route, request, response));
  }
  api.use('/v1', (request, response) => {
    const error = errorResponse(
      new ApiError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.originalUrl.split('?')[0]}). The sandbox might not support this part of the API.`,
      }),
      newId('req'),
    );
    response.status(error.status).set({ 'content-type': 'application/json', 'request-id': error.requestId });
    response.end(error.body);
  });
  app.use(api);
}
