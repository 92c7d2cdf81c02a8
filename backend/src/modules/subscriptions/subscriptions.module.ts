import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { Entitlements } from './entitlements.js';
import { RecurringSetups } from './recurring-setups.js';
import { RequestCancellation } from './request-cancellation.js';
import { SetUpRecurringBilling } from './set-up-recurring-billing.js';
import { SubscriptionCancellations } from './subscription-cancellations.js';
import { Subscriptions } from './subscriptions.js';
import { SyncSubscription } from './sync-subscription.js';
import { SyncProviderSubscription } from './sync-provider-subscription.handler.js';
import { SubscriptionCancellationsRepository } from './subscription-cancellations.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

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
