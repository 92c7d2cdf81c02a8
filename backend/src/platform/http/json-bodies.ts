import type { RequestHandler } from 'express';
import { DomainError, ValidationError } from '../errors/domain-error.js';

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

/** Deeper than anything that is asked for here; what reads a body further in calls itself for each level. */
const DEEPEST = 20;

/** Refuses a body with a NUL, which no database holds, or one that is nested without end. Stands after the reader of bodies. */
export const storableBodies: RequestHandler = (request, _response, next) => {
  const waiting: { value: unknown; path: string[] }[] = [{ value: request.body, path: [] }];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const { value, path } = entry;
    const field = path.slice(0, 3).join('.');
    if (path.length > DEEPEST) {
      return next(new ValidationError([{ field, message: `The field ${field} is nested too deeply.` }]));
    }
    if (typeof value === 'string' && value.includes('\0')) {
      return next(
        new ValidationError([{ field, message: `The field ${field} must not hold a NUL character.` }]),
      );
    }
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) waiting.push({ value: inner, path: [...path, key] });
  }
  next();
};
