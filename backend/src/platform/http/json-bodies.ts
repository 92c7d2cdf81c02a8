import type { RequestHandler } from 'express';
import { DomainError } from '../errors/domain-error.js';

/** The body came in a form that is not read here. */
export class UnsupportedMediaTypeError extends DomainError {
  constructor(cause?: unknown) {
    super(
      'unsupported_media_type',
      'unsupported_media_type',
      'The request body must be JSON in UTF-8. Send it with Content-Type: application/json.',
      { cause },
    );
  }
}

/**
 * Refuses a body that is not JSON, so that its sender is told the fix and not that every field is missing. No body at all passes:
 * whether one is needed is the route's to say.
 */
export const jsonBodiesOnly: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  next(hasBody && !request.is('application/json') ? new UnsupportedMediaTypeError() : undefined);
};
