import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { Entitlements } from './application/entitlements.js';
import { RecurringSetups } from './application/recurring-setups.js';
import { RequestCancellation } from './application/request-cancellation.js';
import { SetUpRecurringBilling } from './application/set-up-recurring-billing.js';
import { SubscriptionCancellations } from './application/subscription-cancellations.js';
import { Subscriptions } from './application/subscriptions.js';
import { SyncSubscription } from './application/sync-subscription.js';
import { SyncProviderSubscription } from './application/sync-provider-subscription.handler.js';
import { SubscriptionCancellationsRepository } from './persistence/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from './persistence/subscriptions.repository.js';

const publicApi = [
  Entitlements,
  RecurringSetups,
  RequestCancellation,
  SetUpRecurringBilling,
  SubscriptionCancellations,
  Subscriptions,
];

@Module({
  imports: [AuthModule, BillingModule],
  providers: [...publicApi, SyncSubscription, SubscriptionsRepository, SubscriptionCancellationsRepository],
  exports: [...publicApi, SyncSubscription],
})
export class SubscriptionsModule {}

/** Event handlers, for the worker. */
@Module({
  imports: [SubscriptionsModule, BillingModule],
  providers: [SyncProviderSubscription],
})
export class SubscriptionsHandlersModule {}
