import { PinoLogger } from '../../src/platform/logging/logger.js';

/** The one logger of all specs of a process, because a logger flushes its buffer when the process exits. */
export const testLogger = new PinoLogger(process.env.TEST_LOG_LEVEL ?? 'silent', 'test');
