import 'reflect-metadata';
import { migrate } from './bootstrap/migrate.js';
import { readProcessSettings } from './platform/config/config.module.js';
import { PinoLogger } from './platform/logging/logger.js';

const settings = readProcessSettings();
const logger = new PinoLogger(settings.logLevel, 'migrate');
try {
  await migrate({ settings, logger });
  logger.info('migration completed');
  process.exit(0);
} catch (error) {
  logger.error('migration failed', { error });
  process.exit(1);
}
