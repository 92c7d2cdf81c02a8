import type { Request, Response } from 'express';
import { ValidationError, type DomainError } from '../../../platform/domain-error.js';
import { STATUS_BY_KIND } from '../../../platform/http/error.filter.js';
import { MethodNotAllowedError } from '../../../platform/http/unknown-route.js';
import { markRejected } from '../../../platform/http/request-log.middleware.js';
import { currentRequest } from '../../../platform/logging/request-context.js';
import { InvalidGrantError } from '../core/auth-errors.js';

const VERSION_HEADER = 'X-Supabase-Api-Version';
/** Since this version, `code` is the error code; before, it was the HTTP status. */
const ERROR_CODE_VERSION = '2024-01-01';

interface AuthError {
  status: number;
  code: string;
  message: string;
  reasons: unknown;
}

/** Sends an error in the format of the protocol version that the caller requested. */
export function sendAuthError(error: DomainError, request: Request, response: Response): void {
  if (response.headersSent) return void response.end();
  if (error instanceof InvalidGrantError) {
    return void response.status(400).json({ error: error.oauthError, error_description: error.message });
  }
  const { status, code, message, reasons } = toAuthError(error, request);
  if (error.kind === 'rate_limited') markRejected(response);
  const extra = reasons === undefined ? {} : { weak_password: { reasons } };
  response.setHeader('x-sb-error-code', code);
  if (error.retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
  if (error instanceof MethodNotAllowedError) response.setHeader('Allow', error.allowed.join(', '));
  response.status(status).type('application/json');
  if (usesErrorCodes(request.get(VERSION_HEADER))) {
    response.setHeader(VERSION_HEADER, ERROR_CODE_VERSION);
    response.json({ code, message, ...extra });
    return;
  }
  const errorId = status >= 500 ? { error_id: currentRequest()?.requestId } : {};
  response.json({ code: status, error_code: code, msg: message, ...errorId, ...extra });
}

/** Maps the platform's error codes to those of the protocol. This module's own codes are the protocol's already. */
export function toAuthError(error: DomainError, request: Pick<Request, 'query'>): AuthError {
  const { code, message, details } = error;
  const status = STATUS_BY_KIND[error.kind];
  const withDefaults = (overrides: Partial<AuthError>): AuthError => ({
    status,
    code,
    message,
    reasons: undefined,
    ...overrides,
  });
  if (error instanceof ValidationError) return withDefaults({ status: STATUS_BY_KIND.malformed });
  switch (code) {
    case 'rate_limited':
    case 'over_request_rate_limit':
      return withDefaults({ status: isRefresh(request) ? 503 : 429, code: 'over_request_rate_limit' });
    case 'body_too_large':
      return withDefaults({ code: 'request_entity_too_large' });
    case 'malformed_request':
      return withDefaults({ code: 'validation_failed' });
    case 'unsupported_media_type':
      return withDefaults({ status: 400, code: 'bad_json' });
    case 'not_found':
      return withDefaults({ code: 'feature_disabled' });
    case 'service_unavailable':
      return withDefaults({ code: 'unexpected_failure' });
    case 'internal_error':
      return withDefaults({
        code: 'unexpected_failure',
        message: 'Unexpected failure, please check server logs for more information',
      });
    case 'weak_password':
      return withDefaults({ reasons: details?.reasons });
    default:
      return withDefaults({});
  }
}

/** Clients discard their session on any 4xx response to a refresh, including 429, but retry after a 503. */
function isRefresh(request: Pick<Request, 'query'>): boolean {
  return request.query?.grant_type === 'refresh_token';
}

function usesErrorCodes(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= ERROR_CODE_VERSION;
}
