import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpServer } from '../platform/http/http-server.js';
import type { Logger } from '../platform/logging/logger.js';
import { ShutdownState } from '../platform/shutdown/shutdown-state.js';

/** What is not closed by then is cut off. Ten seconds are what Docker, and many others, give a process before they kill it. */
const EXIT_WITHIN_MS = 9000;
/** So long an API that is not ready any more goes on accepting requests: load balancers need a moment to learn of it. */
const ANNOUNCE_MS = 4000;
/** Time for requests under way, after that. */
const FINISH_MS = 3000;

/** A error no one caught leaves the process in an unknown state: it is written down and the process ends, to be started again. */
export function exitOnUncaughtError(logger: Logger): void {
  const end = (error: unknown): void => {
    logger.error('uncaught error, exiting', { error });
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** Stops the API so that no request is lost. Ctrl-C (SIGINT) comes from a person, behind whom no load balancer needs time. */
export function stopApiOnSignal(app: INestApplicationContext, logger: Logger): void {
  onStopSignal(app, logger, async (signal) => {
    const server = app.get(HttpServer);
    if (signal !== 'SIGINT') await pause(ANNOUNCE_MS);
    await server.close(FINISH_MS);
  });
}

/** Stops the worker: jobs under way are finished or handed back. Its health endpoint says so until the end. */
export function stopWorkerOnSignal(worker: INestApplicationContext, logger: Logger): void {
  onStopSignal(worker, logger, async () => undefined);
}

function onStopSignal(
  app: INestApplicationContext,
  logger: Logger,
  drain: (signal: NodeJS.Signals) => Promise<void>,
): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info('shutting down', { signal });
    setTimeout(() => {
      logger.warn('shutdown took too long, exiting');
      process.exit(1);
    }, EXIT_WITHIN_MS);
    app.get(ShutdownState).begin();
    app.get(HttpServer).disableKeepAlive();
    await drain(signal);
    await app.close().catch((error: unknown) => logger.error('shutdown failed', { error }));
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
}
