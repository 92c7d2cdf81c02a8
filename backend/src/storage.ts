import 'reflect-metadata';
import { createApi } from './bootstrap/create-api.js';
import { exitOnUncaughtError, stopApiOnSignal } from './bootstrap/shutdown.js';
import { readProcessSettings } from './platform/config/config.module.js';
import { HttpServer } from './platform/http/http-server.js';
import { PinoLogger } from './platform/logging/logger.js';

const settings = readProcessSettings();
const logger = new PinoLogger(settings.logLevel, 'storage');
exitOnUncaughtError(logger);
const app = await createApi({ settings, logger, role: 'storage' });
stopApiOnSignal(app, logger);
await app.get(HttpServer).listen(settings.port, settings.hosts);
logger.info('listening', { port: settings.port, backend: settings.storage.backend });
