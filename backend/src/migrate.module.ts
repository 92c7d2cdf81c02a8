import { Module, type DynamicModule } from '@nestjs/common';
import { entities } from './entities.js';
import { AuthModule } from './modules/auth/index.js';
import { BillingModule } from './modules/billing/index.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';

/** Root module of `migrate`, which also creates the first administrator and the prices. */
@Module({})
export class MigrateModule {
  static forRoot(options: Omit<PlatformOptions, 'entities'>): DynamicModule {
    return {
      module: MigrateModule,
      imports: [PlatformModule.forRoot({ ...options, entities }), AuthModule, BillingModule],
    };
  }
}
