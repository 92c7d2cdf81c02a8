import 'reflect-metadata';
import { runOps } from './bootstrap/ops/ops.js';
import { readProcessSettings } from './platform/config/config.module.js';
import { PinoLogger } from './platform/logging/logger.js';

const settings = readProcessSettings();
const logger = new PinoLogger(settings.logLevel, 'ops');
try {
  process.exit(await runOps(process.argv.slice(2), { settings, logger, output: process.stdout }));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  logger.error('command failed', { error });
  process.exit(1);
}
