import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpServer } from '../platform/http/http-server.js';
import type { Logger } from '../platform/logging/logger.js';
import { ShutdownState } from '../platform/http/shutdown-state.js';

/** Whatever is still open by then is cut off. Docker and many other supervisors kill a process after ten seconds. */
const EXIT_DEADLINE_MS = 9000;
/** How long the API keeps accepting requests after it reports not ready, so that load balancers can notice. */
const UNREADY_DELAY_MS = 4000;
/** Time for in-flight requests after that. */
const IN_FLIGHT_TIMEOUT_MS = 3000;

/** An uncaught error leaves the process in an unknown state: log it and exit, so that the supervisor restarts the process. */
export function exitOnUncaughtError(logger: Logger): void {
  const end = (error: unknown): void => {
    logger.error('uncaught error, exiting', { error });
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** Stops the API without losing requests. Ctrl-C (SIGINT) comes from a person, so there is no load balancer to wait for. */
export function stopApiOnSignal(app: INestApplicationContext, logger: Logger): void {
  onStopSignal(app, logger, async (signal) => {
    const server = app.get(HttpServer);
    if (signal !== 'SIGINT') await pause(UNREADY_DELAY_MS);
    await server.close(IN_FLIGHT_TIMEOUT_MS);
  });
}

/** Stops the worker: active jobs are finished or released. The health endpoint reports not ready until the process exits. */
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
      // Nothing is lost: other processes take over jobs, and clients repeat requests.
      logger.warn('shutdown timed out, exiting');
      process.exit(0);
    }, EXIT_DEADLINE_MS);
    app.get(ShutdownState).begin();
    app.get(HttpServer).disableKeepAlive();
    await drain(signal);
    await app.close().catch((error: unknown) => logger.error('shutdown failed', { error }));
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
}
