import type { Request } from 'express';
import { asDomainError, logIfInternal } from '../../../../platform/http/error.filter.js';
import { markRejected } from '../../../../platform/http/request-log.middleware.js';
import type { Logger } from '../../../../platform/logging/logger.js';
import { errorFragment } from './redirect-fragments.js';
import { wireError } from './wire-errors.js';

/** Whatever was thrown, for the address that a browser is led to; errors of ours are logged. */
export function errorFragmentOf(thrown: unknown, request: Request, logger: Logger): URLSearchParams {
  const error = asDomainError(thrown);
  logIfInternal(logger, error);
  const refusal = wireError(error, request);
  if (refusal.status < 500) markRejected(request.res!);
  return errorFragment(refusal);
}
