import { AUTH_PATH } from '@subscription-site/shared/paths';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ErrorRequestHandler, Express } from 'express';
import { toDomainError, logIfInternal } from '../../../platform/http/error.filter.js';
import { Logger } from '../../../platform/logging/logger.js';
import { sendAuthError } from './auth-error-response.js';

/** Formats body parser errors as the protocol does. They occur before routing, so exception filters don't see them. */
@Injectable()
export class AuthBodyErrors implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const handler: ErrorRequestHandler = (thrown, request, response, _next) => {
      const error = toDomainError(thrown);
      logIfInternal(this.logger, error);
      sendAuthError(error, request, response);
    };
    const server = this.adapterHost.httpAdapter?.getInstance<Express>();
    server?.use(AUTH_PATH, handler);
  }
}
