import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { entities } from './entities.js';
import { AuthModule } from './modules/auth/index.js';
import { HealthModule } from './modules/health/index.js';
import { StorageModule } from './modules/storage/index.js';
import { RouteTable } from './platform/http/route-table.js';
import { REQUEST_STATEMENT_TIMEOUT_MS } from './platform/database/database.module.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';

/** Root module of the storage process. `auth` authenticates callers; its routes are not served. */
@Module({})
export class StorageApiModule {
  static forRoot(options: Omit<PlatformOptions, 'entities'>): DynamicModule {
    return {
      module: StorageApiModule,
      imports: [
        PlatformModule.forRoot({ ...options, entities, statementTimeoutMs: REQUEST_STATEMENT_TIMEOUT_MS }),
        HealthModule,
        AuthModule,
        StorageModule,
        DiscoveryModule,
      ],
      providers: [RouteTable],
    };
  }
}
