import 'reflect-metadata';
import { createWorker } from './bootstrap/create-worker.js';
import { exitOnUncaughtError, stopWorkerOnSignal } from './bootstrap/shutdown.js';
import { serveWorkerEndpoint } from './bootstrap/worker-endpoint.js';
import { readProcessSettings } from './platform/config/config.module.js';
import { PinoLogger } from './platform/logging/logger.js';

const settings = readProcessSettings();
const logger = new PinoLogger(settings.logLevel, 'worker');
exitOnUncaughtError(logger);
const worker = await createWorker({ settings, logger });
stopWorkerOnSignal(worker, logger);
await serveWorkerEndpoint(worker);
logger.info('worker started', { queues: settings.worker.queues, concurrency: settings.worker.concurrency });
