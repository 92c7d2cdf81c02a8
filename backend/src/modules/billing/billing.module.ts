import { Module } from '@nestjs/common';
import { EnsurePrices } from './application/ensure-prices.js';
import { Prices } from './application/prices.js';
import { ReceiveNotice } from './application/receive-notice.js';
import { RecoverMissedEvents } from './application/recover-missed-events.js';
import { PaymentProvider } from './domain/payment-provider.js';
import { MirrorInvoice } from './handlers/mirror-invoice.handler.js';
import { RecoverMissedEventsTask } from './handlers/recover-missed-events.task.js';
import { StripeConfigController } from './http/stripe-config.controller.js';
import { StripeWebhookController } from './http/stripe-webhook.controller.js';
import { InvoicesRepository } from './persistence/invoices.repository.js';
import { NoticesRepository } from './persistence/notices.repository.js';
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
    ReceiveNotice,
    RecoverMissedEvents,
    NoticesRepository,
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

/** Reactions of billing; for the worker. */
@Module({ imports: [BillingModule], providers: [MirrorInvoice, RecoverMissedEventsTask] })
export class BillingHandlersModule {}
