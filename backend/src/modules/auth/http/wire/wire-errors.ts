import type { Request, Response } from 'express';
import { ValidationError, type DomainError } from '../../../../platform/errors/domain-error.js';
import { STATUS_OF_KIND } from '../../../../platform/http/error.filter.js';
import { markRejected } from '../../../../platform/http/request-log.middleware.js';
import { currentRequest } from '../../../../platform/logging/request-context.js';
import { InvalidGrantError } from '../../domain/provider-errors.js';

const VERSION_HEADER = 'X-Supabase-Api-Version';
/** From this version of the protocol on, `code` is the code; before it, the status. */
const CODES_SINCE = '2024-01-01';

interface WireError {
  status: number;
  code: string;
  message: string;
  reasons: unknown;
}

/** Answers an error in the shape of the wire protocol, in the version that the caller speaks. */
export function sendWireError(error: DomainError, request: Request, response: Response): void {
  if (response.headersSent) return void response.end();
  if (error instanceof InvalidGrantError) {
    return void response.status(400).json({ error: error.oauthError, error_description: error.message });
  }
  const { status, code, message, reasons } = wireError(error, request);
  if (error.kind === 'rate_limited') markRejected(response);
  const extra = reasons === undefined ? {} : { weak_password: { reasons } };
  response.setHeader('x-sb-error-code', code);
  if (error.retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
  response.status(status).type('application/json');
  if (speaksCodes(request.get(VERSION_HEADER))) {
    response.setHeader(VERSION_HEADER, CODES_SINCE);
    response.json({ code, message, ...extra });
    return;
  }
  const errorId = status >= 500 ? { error_id: currentRequest()?.requestId } : {};
  response.json({ code: status, error_code: code, msg: message, ...errorId, ...extra });
}

/** Codes of the platform in the words of the protocol; those of this module are in its words already. */
export function wireError(error: DomainError, request: Pick<Request, 'query'>): WireError {
  const { code, message, details } = error;
  const status = STATUS_OF_KIND[error.kind];
  const as = (over: Partial<WireError>): WireError => ({
    status,
    code,
    message,
    reasons: undefined,
    ...over,
  });
  if (error instanceof ValidationError) return as({ status: STATUS_OF_KIND.malformed });
  switch (code) {
    case 'rate_limited':
    case 'over_request_rate_limit':
      return as({ status: isRefresh(request) ? 503 : 429, code: 'over_request_rate_limit' });
    case 'body_too_large':
      return as({ code: 'request_entity_too_large' });
    case 'malformed_request':
      return as({ code: 'validation_failed' });
    case 'unsupported_media_type':
      return as({ status: 400, code: 'bad_json' });
    case 'not_found':
      return as({ code: 'feature_disabled' });
    case 'service_unavailable':
      return as({ code: 'unexpected_failure' });
    case 'internal_error':
      return as({
        code: 'unexpected_failure',
        message: 'Unexpected failure, please check server logs for more information',
      });
    case 'weak_password':
      return as({ reasons: details?.reasons });
    default:
      return as({});
  }
}

/** Clients give up their session on any 4xx to a refresh, 429 included; a 503 they try again. */
function isRefresh(request: Pick<Request, 'query'>): boolean {
  return request.query?.grant_type === 'refresh_token';
}

function speaksCodes(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CODES_SINCE;
}
