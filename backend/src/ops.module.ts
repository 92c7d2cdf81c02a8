import { Module, type DynamicModule } from '@nestjs/common';
import { entities } from './entities.js';
import { ErasureModule } from './modules/privacy/index.js';
import { CopyingModule } from './modules/storage/index.js';
import { SubscriptionsModule } from './modules/subscriptions/index.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';

/** Root module of the operator commands. */
@Module({})
export class OpsModule {
  static forRoot(options: Omit<PlatformOptions, 'entities'>): DynamicModule {
    return {
      module: OpsModule,
      imports: [
        PlatformModule.forRoot({ ...options, entities }),
        SubscriptionsModule,
        CopyingModule,
        ErasureModule,
      ],
    };
  }
}
