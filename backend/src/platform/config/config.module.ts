import { Global, Module, type DynamicModule } from '@nestjs/common';
import { readSettings, Settings } from './settings.js';

/** Gives every part of the process the same {@link Settings}. */
@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}

/** The settings of this process; errors go to standard error, a line each, and end it with code 1. */
export function readProcessSettings(): Settings {
  const { settings, errors } = readSettings(process.env);
  if (settings) return settings;
  process.stderr.write(errors.map((error) => `Setting ${error}.\n`).join(''));
  process.exit(1);
}
