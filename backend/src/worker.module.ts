import { Module, type DynamicModule } from '@nestjs/common';
import { entities } from './entities.js';
import { AuthHandlersModule } from './modules/auth/index.js';
import { BillingHandlersModule } from './modules/billing/index.js';
import { CheckoutHandlersModule } from './modules/checkout/index.js';
import { DocumentsHandlersModule } from './modules/documents/index.js';
import { HealthModule } from './modules/health/index.js';
import { NotificationsHandlersModule } from './modules/notifications/index.js';
import { PrivacyHandlersModule } from './modules/privacy/index.js';
import { StorageHandlersModule } from './modules/storage/index.js';
import { StoriesHandlersModule } from './modules/stories/index.js';
import { SubscriptionsHandlersModule } from './modules/subscriptions/index.js';
import { JobProcessingModule } from './platform/worker/job-processing.module.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';

/** Root module of the worker process: the event handlers of each module, the relay and the scheduler, without HTTP. */
@Module({})
export class WorkerModule {
  static forRoot(options: Omit<PlatformOptions, 'entities'>): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot({ ...options, entities }),
        HealthModule,
        AuthHandlersModule,
        StorageHandlersModule,
        BillingHandlersModule,
        SubscriptionsHandlersModule,
        CheckoutHandlersModule,
        DocumentsHandlersModule,
        NotificationsHandlersModule,
        StoriesHandlersModule,
        PrivacyHandlersModule,
        JobProcessingModule,
      ],
    };
  }
}
