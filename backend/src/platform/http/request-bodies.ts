import type { IncomingMessage } from 'node:http';
import { json, raw, Router, urlencoded, type RequestHandler } from 'express';
import { DomainError } from '../domain-error.js';
import { formBytesError, jsonBytesError } from './storable-text.js';

/** Larger bodies are rejected with 413. */
const BODY_LIMIT = '1mb';
const FORM_LIMIT = '512kb';

/** The body has an unsupported media type or charset. */
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
 * Rejects bodies that are not JSON, which would otherwise fail with an error for every required field. Requests without a body
 * pass; each route decides whether it needs one.
 */
export const requireJsonBodies: RequestHandler = (request, _response, next) => {
  const hasBody =
    !isBodyIgnored(request.method) &&
    (request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0);
  next(hasBody && !request.is('application/json') ? new UnsupportedMediaTypeError() : undefined);
};

export interface BodyPaths {
  /** Bodies of any type are passed through as raw bytes and not inspected: signed webhooks, uploads. */
  raw: readonly string[];
  /** URL-encoded forms are also accepted. */
  forms: readonly string[];
}

/** Content in GET and HEAD requests has no defined meaning (RFC 9110, 9.3.1). */
function isBodyIgnored(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Parses bodies: raw bytes and forms on the given paths, JSON on all others. Invalid UTF-8 is rejected, never replaced. */
export function parseBodies({ raw: rawPaths, forms }: BodyPaths): RequestHandler {
  const router = Router();
  router.use((request, _response, next) => next(isBodyIgnored(request.method) ? 'router' : undefined));
  for (const path of rawPaths) router.use(path, raw({ type: () => true, limit: BODY_LIMIT }));
  for (const path of forms) {
    const readForm = urlencoded({
      extended: false,
      limit: FORM_LIMIT,
      parameterLimit: 50,
      verify: (request, _response, bytes) => reject(request, formBytesError(bytes)),
    });
    router.use(path, readForm);
  }
  // Skips bodies that a parser above has consumed.
  router.use(
    json({
      limit: BODY_LIMIT,
      verify: (request, _response, bytes, charset) =>
        reject(request, charset === 'utf-8' ? jsonBytesError(bytes) : new UnsupportedMediaTypeError()),
    }),
  );
  router.use((request, _response, next) => next(rejected.get(request)));
  return router;
}

/** Errors found in body bytes. They are not thrown in `verify`, because the parsers would wrap them in their own errors. */
const rejected = new WeakMap<IncomingMessage, DomainError>();

function reject(request: IncomingMessage, error: DomainError | undefined): void {
  if (error) rejected.set(request, error);
}
