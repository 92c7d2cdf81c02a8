import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Clock } from '../platform/clock.js';
import type { Settings } from '../platform/config/settings.js';
import { NestLogger, type Logger } from '../platform/logging/logger.js';
import { WorkerModule } from '../worker.module.js';

export interface WorkerOptions {
  settings: Settings;
  logger: Logger;
  clock?: Clock;
}

/** Creates the worker process, which is running when the promise resolves. Also used by tests. */
export async function createWorker({
  settings,
  logger,
  clock,
}: WorkerOptions): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.forRoot({ settings, logger, clock }), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}
