import 'reflect-metadata';
import { createWorker } from './bootstrap/create-worker.js';
import { endOnUnknownFault, stopWorkerOnSignal } from './bootstrap/shutdown.js';
import { serveWorkerEndpoint } from './bootstrap/worker-endpoint.js';
import { settingsOfThisProcess } from './platform/config/config.module.js';
import { PinoLog } from './platform/logging/logger.js';

const settings = settingsOfThisProcess();
const logger = new PinoLog(settings.logLevel, 'worker');
endOnUnknownFault(logger);
const worker = await createWorker({ settings, logger });
stopWorkerOnSignal(worker, logger);
await serveWorkerEndpoint(worker);
logger.info('working', { queues: settings.worker.queues, concurrency: settings.worker.concurrency });
