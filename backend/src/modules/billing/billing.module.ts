import { Module } from '@nestjs/common';
import { EnsurePrices } from './application/ensure-prices.js';
import { Prices } from './application/prices.js';
import { ReceiveWebhook } from './application/receive-webhook.js';
import { RecoverMissedEvents } from './application/recover-missed-events.js';
import { PaymentProvider } from './domain/payment-provider.js';
import { SyncInvoice } from './handlers/sync-invoice.handler.js';
import { RecoverMissedEventsTask } from './handlers/recover-missed-events.task.js';
import { StripeConfigController } from './http/stripe-config.controller.js';
import { StripeWebhookController } from './http/stripe-webhook.controller.js';
import { InvoicesRepository } from './persistence/invoices.repository.js';
import { WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { PricesRepository } from './persistence/prices.repository.js';
import { ProviderCursors } from './persistence/provider-cursors.repository.js';
import { ProviderCustomers } from './persistence/provider-customers.repository.js';
import { StripePaymentProvider } from './providers/stripe-payment-provider.js';

@Module({
  controllers: [StripeWebhookController, StripeConfigController],
  providers: [
    { provide: PaymentProvider, useClass: StripePaymentProvider },
    EnsurePrices,
    Prices,
    PricesRepository,
    ReceiveWebhook,
    RecoverMissedEvents,
    WebhookEventsRepository,
    ProviderCursors,
    InvoicesRepository,
    ProviderCustomers,
  ],
  exports: [
    PaymentProvider,
    EnsurePrices,
    Prices,
    ProviderCustomers,
    InvoicesRepository,
    RecoverMissedEvents,
  ],
})
export class BillingModule {}

/** Event handlers and scheduled tasks, for the worker. */
@Module({ imports: [BillingModule], providers: [SyncInvoice, RecoverMissedEventsTask] })
export class BillingHandlersModule {}
