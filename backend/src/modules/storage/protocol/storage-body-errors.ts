import { STORAGE_PATH } from '@subscription-site/shared/paths';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ErrorRequestHandler, Express } from 'express';
import { StorageErrorFilter } from './storage-error.filter.js';

/** Formats errors that occur before routing, such as those of the body parsers, which exception filters don't see. */
@Injectable()
export class StorageBodyErrors implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly filter: StorageErrorFilter,
  ) {}

  onModuleInit(): void {
    const handler: ErrorRequestHandler = (thrown, request, response, _next) =>
      this.filter.send(thrown, request, response);
    const server = this.adapterHost.httpAdapter?.getInstance<Express>();
    server?.use(STORAGE_PATH, handler);
  }
}
