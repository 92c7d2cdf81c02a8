import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Clock } from '../platform/clock/clock.js';
import type { Settings } from '../platform/config/settings.js';
import { FrameworkLog, type Logger } from '../platform/logging/logger.js';
import { WorkerModule } from '../worker.module.js';

export interface WorkerOptions {
  settings: Settings;
  logger: Logger;
  clock?: Clock;
}

/** The queue process, working from the moment this resolves. Tests call this too. */
export async function createWorker({
  settings,
  logger,
  clock,
}: WorkerOptions): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.with({ settings, logger, clock }), {
    logger: new FrameworkLog(logger),
    abortOnError: false,
  });
}
