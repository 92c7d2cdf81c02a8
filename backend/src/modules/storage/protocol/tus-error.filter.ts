import { Catch } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StorageError } from '../core/storage-errors.js';
import { getStatus } from './storage-error-response.js';
import { StorageErrorFilter } from './storage-error.filter.js';

/** Sends errors with their actual status, which TUS clients use to decide whether to resume. */
@Catch()
export class TusErrorFilter extends StorageErrorFilter {
  override send(thrown: unknown, request: Request, response: Response): void {
    response.setHeader('Tus-Resumable', '1.0.0');
    super.send(thrown, request, response);
  }

  protected override getHttpStatus(error: StorageError): number {
    return getStatus(error);
  }
}
