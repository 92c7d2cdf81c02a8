import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { entities } from './entities.js';
import { AdminModule } from './modules/admin/index.js';
import { AuthModule } from './modules/auth/index.js';
import { BillingModule } from './modules/billing/index.js';
import { CheckoutModule } from './modules/checkout/index.js';
import { DevClockRoutesModule } from './modules/dev-clock/index.js';
import { DocumentsModule } from './modules/documents/index.js';
import { HealthModule } from './modules/health/index.js';
import { NotificationsModule } from './modules/notifications/index.js';
import { PrivacyModule } from './modules/privacy/index.js';
import { StoriesModule } from './modules/stories/index.js';
import { StorageModule } from './modules/storage/index.js';
import { SubscriptionsModule } from './modules/subscriptions/index.js';
import { RouteTable } from './platform/http/route-table.js';
import { REQUEST_STATEMENT_TIMEOUT_MS } from './platform/database/database.module.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';

/** Root module of the HTTP process. */
@Module({})
export class ApiModule {
  static forRoot(options: Omit<PlatformOptions, 'entities'>): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot({ ...options, entities, statementTimeoutMs: REQUEST_STATEMENT_TIMEOUT_MS }),
        HealthModule,
        AuthModule,
        StorageModule,
        BillingModule,
        SubscriptionsModule,
        CheckoutModule,
        DocumentsModule,
        StoriesModule,
        PrivacyModule,
        NotificationsModule,
        AdminModule,
        DiscoveryModule,
        ...(hasDevClock(options) ? [DevClockRoutesModule] : []),
      ],
      providers: [RouteTable],
    };
  }
}

/** Only in development with the payment sandbox, whose clock is advanced too. Tests bring their own clock. */
function hasDevClock({ settings, clock }: Omit<PlatformOptions, 'entities'>): boolean {
  return settings.environment === 'development' && settings.stripe.sandbox && clock === undefined;
}
