import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toDomainError, logIfInternal } from '../../../platform/http/error.filter.js';
import { Logger } from '../../../platform/logging/logger.js';
import { sendAuthError } from './auth-error-response.js';

/** Sends errors in the format of the wire protocol. */
@Catch()
export class AuthErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const error = toDomainError(thrown);
    logIfInternal(this.logger, error);
    sendAuthError(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}
