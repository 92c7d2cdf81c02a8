import 'reflect-metadata';
import { createApi } from './bootstrap/create-api.js';
import { endOnUnknownFault } from './bootstrap/shutdown.js';
import { settingsOfThisProcess } from './platform/config/config.module.js';
import { PinoLog } from './platform/logging/logger.js';

const settings = settingsOfThisProcess();
const logger = new PinoLog(settings.logLevel, 'api');
endOnUnknownFault(logger);
const app = await createApi({ settings, logger });
await app.listen(settings.port);
logger.info('listening', { port: settings.port, site: settings.siteUrl });
