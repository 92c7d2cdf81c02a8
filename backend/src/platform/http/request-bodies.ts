import type { IncomingMessage } from 'node:http';
import { json, raw, Router, urlencoded, type RequestHandler } from 'express';
import { DomainError } from '../errors/domain-error.js';
import { formBytesError, jsonBytesError } from './storable-text.js';

/** Larger bodies are answered with 413. */
const BODY_LIMIT = '1mb';
const FORM_LIMIT = '512kb';

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
 * Rejects a body that is not JSON, so that its sender is told the fix and not that every field is missing. No body at all passes:
 * whether one is needed is the route's to say.
 */
export const jsonBodiesOnly: RequestHandler = (request, _response, next) => {
  const hasBody =
    !isBodyIgnored(request.method) &&
    (request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0);
  next(hasBody && !request.is('application/json') ? new UnsupportedMediaTypeError() : undefined);
};

export interface BodyPaths {
  /** Bodies are bytes whatever their type: signed events, uploads. They are not text and not inspected. */
  raw: readonly string[];
  /** Browsers post forms here. */
  forms: readonly string[];
}

/** The content of such a request has no meaning (RFC 9110, 9.3.1). */
function isBodyIgnored(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Reads bodies: bytes and forms where `paths` says so, JSON everywhere else. Text that is not UTF-8 is rejected, never repaired. */
export function readBodies({ raw: rawPaths, forms }: BodyPaths): RequestHandler {
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
  // A body is read once: this one leaves those alone that the readers above have read.
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

/** What is wrong with the bytes of a body. The readers would make an error of their own of one that is thrown to them. */
const rejected = new WeakMap<IncomingMessage, DomainError>();

function reject(request: IncomingMessage, error: DomainError | undefined): void {
  if (error) rejected.set(request, error);
}
