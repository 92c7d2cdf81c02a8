import type { Request } from 'express';
import { toDomainError, logIfInternal } from '../../../../platform/http/error.filter.js';
import { markRejected } from '../../../../platform/http/request-log.middleware.js';
import type { Logger } from '../../../../platform/logging/logger.js';
import { errorFragment } from './redirect-fragments.js';
import { wireError } from './wire-errors.js';

/** URL parameters for a thrown error, for use in a redirect. Internal errors are logged. */
export function errorFragmentOf(thrown: unknown, request: Request, logger: Logger): URLSearchParams {
  const error = toDomainError(thrown);
  logIfInternal(logger, error);
  const wire = wireError(error, request);
  if (wire.status < 500) markRejected(request.res!);
  return errorFragment(wire);
}
