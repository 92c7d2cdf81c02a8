import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OpsModule } from '../../ops.module.js';
import type { Clock } from '../../platform/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import { NestLogger, type Logger } from '../../platform/logging/logger.js';

/** Where a command prints to. */
export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface OpsOptions {
  settings: Settings;
  logger: Logger;
  clock?: Clock;
  output: Output;
}

/** Returns the function that runs the command, which returns the exit code; undefined if the arguments aren't for this command. */
export type OpsCommand = (args: readonly string[]) => ((options: OpsOptions) => Promise<number>) | undefined;

/** Starts what commands need. The caller closes it. */
export function createOpsContext({ settings, logger, clock }: OpsOptions): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(OpsModule.forRoot({ settings, logger, clock }), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}
