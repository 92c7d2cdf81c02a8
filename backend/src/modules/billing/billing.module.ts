import { Module } from '@nestjs/common';
import { EnsurePrices } from './prices/ensure-prices.js';
import { HostedPurchases } from './hosted/hosted-purchases.js';
import { Prices } from './prices/prices.js';
import { ReceiveWebhook } from './webhooks/receive-webhook.js';
import { RecoverMissedEvents } from './webhooks/recover-missed-events.js';
import { RunningSubscriptions } from './subscriptions/running-subscriptions.js';
import { StoreMissedEvents } from './webhooks/store-missed-events.js';
import { SyncInvoice } from './invoices/sync-invoice.handler.js';
import { RecoverMissedEventsTask } from './webhooks/recover-missed-events.task.js';
import { StripeConfigController } from './prices/stripe-config.controller.js';
import { StripeWebhookController } from './webhooks/stripe-webhook.controller.js';
import { InvoicesRepository } from './invoices/invoices.repository.js';
import { WebhookEventsRepository } from './webhooks/webhook-events.repository.js';
import { PricesRepository } from './prices/prices.repository.js';
import { ProviderCursors } from './webhooks/provider-cursors.repository.js';
import { ProviderCustomers } from './customers/provider-customers.repository.js';
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
