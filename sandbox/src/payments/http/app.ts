import express, { type Express } from 'express';
import { newId } from '../state/identifiers.ts';
import { failureAnswer } from './answer.ts';
import { Failure } from './failure.ts';
import type { CallHandler } from './handle-call.ts';
import type { Route } from './route.ts';

const LARGEST_BODY = '1mb';

/** The API under `/v1`. Bodies stay text: they are decoded, and compared for idempotency, as they came. */
export function mountApi(app: Express, routes: readonly Route[], handler: CallHandler): void {
  const api = express.Router();
  api.use('/v1', express.text({ type: () => true, limit: LARGEST_BODY }));
  for (const route of routes) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'delete';
    api[method](route.path, (request, response) => handler.handle(route, request, response));
  }
  api.use('/v1', (request, response) => {
    const answer = failureAnswer(
      new Failure(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.originalUrl.split('?')[0]}). The sandbox may not have this part of the API.`,
      }),
      newId('req'),
    );
    response
      .status(answer.status)
      .set({ 'content-type': 'application/json', 'request-id': answer.requestId });
    response.end(answer.body);
  });
  app.use(api);
}
