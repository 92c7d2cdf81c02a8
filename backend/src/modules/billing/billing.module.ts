import { Module } from '@nestjs/common';
import { EnsurePrices } from './application/ensure-prices.js';
import { HostedPurchases } from './application/hosted-purchases.js';
import { Prices } from './application/prices.js';
import { ReceiveWebhook } from './application/receive-webhook.js';
import { RecoverMissedEvents } from './application/recover-missed-events.js';
import { RunningSubscriptions } from './application/running-subscriptions.js';
import { StoreMissedEvents } from './application/store-missed-events.js';
import { SyncInvoice } from './handlers/sync-invoice.handler.js';
import { RecoverMissedEventsTask } from './handlers/recover-missed-events.task.js';
import { StripeConfigController } from './http/stripe-config.controller.js';
import { StripeWebhookController } from './http/stripe-webhook.controller.js';
import { InvoicesRepository } from './persistence/invoices.repository.js';
import { WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { PricesRepository } from './persistence/prices.repository.js';
import { ProviderCursors } from './persistence/provider-cursors.repository.js';
import { ProviderCustomers } from './persistence/provider-customers.repository.js';
import { StripeModule } from './stripe/stripe.module.js';

@Module({
  imports: [StripeModule],
  controllers: [StripeWebhookController, StripeConfigController],
  providers: [
    EnsurePrices,
    HostedPurchases,
    Prices,
    PricesRepository,
    ReceiveWebhook,
    RecoverMissedEvents,
    RunningSubscriptions,
    StoreMissedEvents,
    WebhookEventsRepository,
    ProviderCursors,
    InvoicesRepository,
    ProviderCustomers,
  ],
  exports: [
    StripeModule,
    EnsurePrices,
    HostedPurchases,
    Prices,
    ProviderCustomers,
    InvoicesRepository,
    RecoverMissedEvents,
    RunningSubscriptions,
  ],
})
export class BillingModule {}

/** Event handlers and scheduled tasks, for the worker. */
@Module({ imports: [BillingModule], providers: [SyncInvoice, RecoverMissedEventsTask] })
export class BillingHandlersModule {}
