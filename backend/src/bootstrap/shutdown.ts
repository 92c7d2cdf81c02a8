import type { Logger } from '../platform/logging/logger.js';

/** A fault nobody caught leaves the process in an unknown state: it is written down and the process ends, to be started anew. */
export function endOnUnknownFault(logger: Logger): void {
  const end = (error: unknown): void => {
    logger.error('ending after a fault that nobody caught', { error });
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
