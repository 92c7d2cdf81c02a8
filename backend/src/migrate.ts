import 'reflect-metadata';
import { migrate } from './bootstrap/migrate.js';
import { settingsOfThisProcess } from './platform/config/config.module.js';
import { PinoLog } from './platform/logging/logger.js';

const settings = settingsOfThisProcess();
const logger = new PinoLog(settings.logLevel, 'migrate');
try {
  await migrate({ settings, logger });
  logger.info('ready');
  process.exit(0);
} catch (error) {
  logger.error('could not migrate', { error });
  process.exit(1);
}
