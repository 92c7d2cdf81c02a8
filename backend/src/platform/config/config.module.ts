import { Global, Module, type DynamicModule } from '@nestjs/common';
import { readSettings, Settings } from './settings.js';

/** Provides the process-wide {@link Settings}. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}

/** Reads the settings of this process. On errors, prints one line for each to standard error and exits with code 1. */
export function readProcessSettings(): Settings {
  const { settings, errors } = readSettings(process.env);
  if (settings) return settings;
  process.stderr.write(errors.map((error) => `Setting ${error}.\n`).join(''));
  process.exit(1);
}
