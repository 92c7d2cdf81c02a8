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

/** A list or an object in a body, and where it stands. */
interface Part {
  value: object;
  key: string;
  within: Part | undefined;
  depth: number;
}

/** Refuses a body with a NUL, which no database holds, or one that is nested without end. Stands after the reader of bodies. */
export const storableBodies: RequestHandler = (request, _response, next) => {
  const waiting: Part[] = [
    { value: { body: request.body as unknown }, key: '', within: undefined, depth: -1 },
  ];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.depth > DEEPEST) return next(faultAt(part, 'is nested too deeply'));
    for (const [key, value] of Object.entries(part.value) as [string, unknown][]) {
      if (typeof value === 'string' && value.includes('\0')) {
        return next(faultAt(part, 'must not hold a NUL character', key));
      }
      if (typeof value === 'object' && value !== null) {
        waiting.push({ value, key, within: part, depth: part.depth + 1 });
      }
    }
  }
  next();
};

/** Names the field by the three outermost steps to it. */
function faultAt(part: Part, what: string, ...path: string[]): ValidationError {
  for (let step: Part | undefined = part; step && step.depth > 0; step = step.within) path.unshift(step.key);
  const field = path.slice(0, 3).join('.');
  return new ValidationError([{ field, message: `The field ${field} ${what}.` }]);
}
