import type { Request, Response } from 'express';
import type { DomainError } from '../../../platform/domain-error.js';
import { isDatabaseSaturated, isStatementTimeout } from '../../../platform/database/database-errors.js';
import { STATUS_BY_KIND, toDomainError } from '../../../platform/http/error.filter.js';
import { BackendUnavailableError, InsufficientStorageError, StorageError } from '../core/storage-errors.js';

/** After an error, at most this much of a request body is read and ignored, so that the client gets to read the response. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** Errors of the platform, by code: the protocol's code, its short name, and the HTTP status if it is not 400. */
const PLATFORM_ERRORS: Record<string, [code: string, shortName: string, httpStatus?: number]> = {
  body_too_large: ['EntityTooLarge', 'Payload too large'],
  bad_json: ['InvalidRequest', 'invalid_request'],
  malformed_request: ['InvalidRequest', 'invalid_request'],
  unsupported_media_type: ['InvalidRequest', 'invalid_request'],
  validation_failed: ['InvalidRequest', 'invalid_request'],
  not_found: ['NotSupported', 'not_found', 404],
  method_not_allowed: ['NotSupported', 'not_found', 404],
  rate_limited: ['SlowDown', 'slow_down', 429],
  service_unavailable: ['SlowDown', 'slow_down', 503],
};

/** Converts anything thrown. Internal errors get a message that reveals nothing. */
export function toStorageError(thrown: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown;
  if (isOutOfSpace(thrown)) return new InsufficientStorageError(thrown);
  return backendError(thrown) ?? databaseError(thrown) ?? platformError(toDomainError(thrown));
}

function isOutOfSpace(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && ['ENOSPC', 'EDQUOT'].includes(String(thrown.code));
}

function backendError(thrown: unknown): StorageError | undefined {
  if (!(thrown instanceof BackendUnavailableError)) return undefined;
  const { isThrottling, message, retryAfterSeconds, cause } = thrown;
  const [code, shortName] = isThrottling ? ['SlowDown', 'slow_down'] : ['S3Error', 's3_error'];
  return new StorageError('unavailable', code, shortName, message, {
    httpStatus: 503,
    retryAfterSeconds,
    cause,
  });
}

/** The errors of the database that the protocol tells apart. */
function databaseError(cause: unknown): StorageError | undefined {
  if (isDatabaseSaturated(cause))
    return new StorageError('unavailable', 'SlowDown', 'slow_down', 'The database is busy. Try again soon.', {
      httpStatus: 429,
      retryAfterSeconds: 2,
      cause,
    });
  if (isStatementTimeout(cause))
    return new StorageError('timeout', 'DatabaseTimeout', 'database_timeout', 'The database took too long', {
      httpStatus: 544,
      retryAfterSeconds: 2,
      cause,
    });
  return undefined;
}

function platformError(error: DomainError): StorageError {
  const [code, shortName, httpStatus] = PLATFORM_ERRORS[error.code] ?? ['InternalError', 'internal', 500];
  const kind = code === 'InternalError' ? 'internal' : error.kind;
  const message = kind === 'internal' ? 'Internal Server Error' : error.message;
  const { retryAfterSeconds } = error;
  return new StorageError(kind === 'invalid' ? 'malformed' : kind, code, shortName, message, {
    httpStatus,
    retryAfterSeconds,
    cause: error.cause ?? error,
  });
}

/** The standard HTTP status of an error. */
export function getStatus({ httpStatus, kind }: StorageError): number {
  return httpStatus ?? STATUS_BY_KIND[kind];
}

/** Sends an error as the protocol's clients expect it: mostly with HTTP status 400, and the actual status in the body. */
export function sendStorageError(
  error: StorageError,
  request: Request,
  response: Response,
  httpStatus = error.httpStatus ?? 400,
): void {
  if (response.headersSent) return void response.destroy();
  const { code, shortName, message, details, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  response.setHeader('Cache-Control', 'no-store');
  if (!request.complete) discardBody(request, response);
  response
    .status(httpStatus)
    .type('application/json')
    .json({
      statusCode: String(getStatus(error)),
      error: shortName,
      code,
      message,
      ...(details ? { details } : {}),
    });
}

/** A connection that is closed while the client sends would keep it from reading the response. */
function discardBody(request: Request, response: Response): void {
  let discarded = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.socket.destroySoon();
  });
  request.on('error', () => response.destroy());
  // Whatever the request was piped into has paused it.
  request.resume();
}
