import type { Request } from 'express';
import { asDomainError, logIfOurs } from '../../../../platform/http/error.filter.js';
import type { Logger } from '../../../../platform/logging/logger.js';
import { errorFragment } from './redirect-fragments.js';
import { wireError } from './wire-errors.js';

/** Whatever was thrown, for the address that a browser is led to; faults of ours are logged. */
export function refusalFragment(thrown: unknown, request: Request, logger: Logger): URLSearchParams {
  const error = asDomainError(thrown);
  logIfOurs(logger, error);
  return errorFragment(wireError(error, request));
}
