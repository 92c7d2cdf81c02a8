import type { ErrorBody, ErrorCode } from '@subscription-site/shared/errors';
import {
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { isDatabaseErrorTemporary } from '../database/database-errors.js';
import { DomainError, ServiceUnavailableError, type ErrorKind } from '../domain-error.js';
import { Logger } from '../logging/logger.js';
import { currentRequest } from '../logging/request-context.js';
import { UnsupportedMediaTypeError } from './request-bodies.js';
import type { RouteTable } from './route-table.js';
import { unknownRouteError, MethodNotAllowedError } from './unknown-route.js';

export const STATUS_BY_KIND: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  timeout: 504,
};

/** Converts anything thrown into a {@link DomainError}. Internal errors get a generic message that reveals nothing. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (isDatabaseErrorTemporary(thrown)) return new ServiceUnavailableError(undefined, thrown);
  if (thrown instanceof HttpException) return fromHttpStatus(thrown.getStatus(), thrown);
  const status = (thrown as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500) return fromHttpStatus(status, thrown);
  return new DomainError('internal', 'internal_error', 'Something went wrong on our end. Please try again.', {
    cause: thrown,
  });
}

function fromHttpStatus(status: number, cause: unknown): DomainError {
  if (status === 404)
    return new DomainError('not_found', 'not_found', 'No endpoint exists at this URL. Check the path.', {
      cause,
    });
  if (status === 413)
    return new DomainError('too_large', 'body_too_large', 'The request body is too large.', { cause });
  if (status === 415) return new UnsupportedMediaTypeError(cause);
  if (status === 401) return new DomainError('unauthenticated', 'unauthorized', 'Please sign in.', { cause });
  if (status === 403)
    return new DomainError('forbidden', 'forbidden', "You don't have permission to do this.", { cause });
  if (status === 503) return new ServiceUnavailableError(undefined, cause);
  if (status < 500)
    return new DomainError('malformed', 'bad_json', 'The request body is not valid JSON.', { cause });
  return new DomainError('internal', 'internal_error', 'Something went wrong on our end. Please try again.', {
    cause,
  });
}

/** Logs internal errors and unavailable dependencies with their cause. */
export function logIfInternal(logger: Logger, error: DomainError): void {
  if (error.kind === 'internal') logger.error('request failed', { error: error.cause ?? error });
  else if (error.kind === 'unavailable' || error.kind === 'timeout')
    logger.warn('request rejected', { code: error.code, error: error.cause ?? error });
}

/** Sends errors in our own format, for routes that follow no other wire protocol. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly routes: RouteTable,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    // Nest throws this when no route matches; our own code throws domain errors.
    const isUnknownRoute = thrown instanceof NotFoundException;
    const error = isUnknownRoute
      ? unknownRouteError(http.getRequest<Request>(), this.routes)
      : toDomainError(thrown);
    logIfInternal(this.logger, error);
    if (response.headersSent) {
      response.end();
      return;
    }
    const statusCode = STATUS_BY_KIND[error.kind];
    const body: ErrorBody = {
      statusCode,
      code: error.code as ErrorCode,
      message: error.message,
      ...(error.details ? { details: error.details } : {}),
      requestId: currentRequest()?.requestId ?? '',
    };
    if (error.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(error.retryAfterSeconds));
    if (error instanceof MethodNotAllowedError) response.setHeader('Allow', error.allowed.join(', '));
    response.setHeader('Cache-Control', 'no-store');
    // The route may have set another content type for its regular response.
    response.type('application/json').status(statusCode).json(body);
  }
}
