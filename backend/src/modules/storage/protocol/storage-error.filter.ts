import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { logIfInternal } from '../../../platform/http/error.filter.js';
import { Logger } from '../../../platform/logging/logger.js';
import type { StorageError } from '../core/storage-errors.js';
import { StorageMetrics } from '../core/storage-metrics.js';
import { sendStorageError, toStorageError } from './storage-error-response.js';

/** Sends errors in the format of the storage protocol. */
@Catch()
export class StorageErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: StorageMetrics,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  send(thrown: unknown, request: Request, response: Response): void {
    const error = toStorageError(thrown);
    logIfInternal(this.logger, error);
    this.metrics.errors.inc({ code: error.code });
    sendStorageError(error, request, response, this.getHttpStatus(error));
  }

  /** Undefined for the protocol's usual status. */
  protected getHttpStatus(_error: StorageError): number | undefined {
    return undefined;
  }
}
