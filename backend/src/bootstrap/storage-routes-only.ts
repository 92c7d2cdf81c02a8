import { API_PREFIX, STORAGE_PATH } from '@subscription-site/shared/paths';
import type { RequestHandler } from 'express';
import { DomainError } from '../platform/domain-error.js';

const SERVED = [STORAGE_PATH, `${API_PREFIX}/health`, `${API_PREFIX}/metrics`];

/** Rejects routes that another process serves. */
export const storageRoutesOnly: RequestHandler = (request, _response, next) => {
  const isServed = SERVED.some((prefix) => `${request.path}/`.startsWith(`${prefix}/`));
  next(
    isServed ? undefined : new DomainError('not_found', 'not_found', 'This server only serves file storage.'),
  );
};
