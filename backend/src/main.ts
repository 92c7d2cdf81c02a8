import 'reflect-metadata';
import { createApi } from './bootstrap/create-api.js';
import { exitOnUncaughtError, stopApiOnSignal } from './bootstrap/shutdown.js';
import { readProcessSettings } from './platform/config/config.module.js';
import { HttpServer } from './platform/http/http-server.js';
import { PinoLogger } from './platform/logging/logger.js';

const settings = readProcessSettings();
const logger = new PinoLogger(settings.logLevel, 'api');
exitOnUncaughtError(logger);
const app = await createApi({ settings, logger });
stopApiOnSignal(app, logger);
await app.get(HttpServer).listen(settings.port, settings.hosts);
logger.info('listening', { port: settings.port, site: settings.siteUrl });
