import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingDetailsController } from './billing-details/billing-details.controller.js';
import { BillingDetailsRepository } from './billing-details/billing-details.repository.js';
import { CustomerBillingDetails } from './billing-details/customer-billing-details.js';
import { SendBillingDetails, SendUserDetails } from './customers/customer-details.handlers.js';
import { ReadCustomerDetails } from './customers/read-customer-details.js';
import { SendCustomerDetails } from './customers/send-customer-details.js';
import { EnsureCustomer } from './customers/ensure-customer.js';
import { EnsurePrices } from './prices/ensure-prices.js';
import { DeclineLimits } from './declines/decline-limits.js';
import { DeclinesRepository } from './declines/declines.repository.js';
import { PurgeDeclines } from './declines/purge-declines.task.js';
import { HostedPurchases } from './hosted/hosted-purchases.js';
import { Prices } from './prices/prices.js';
import { PaymentMethodsRepository } from './payment-methods/payment-methods.repository.js';
import { PurgeWebhookEvents } from './webhooks/purge-webhook-events.task.js';
import { ReadPaymentReversal } from './payments/read-payment-reversal.js';
import { ReceiveWebhook } from './webhooks/receive-webhook.js';
import { RecoverMissedEvents } from './webhooks/recover-missed-events.js';
import { RecoverReversals } from './webhooks/recover-reversals.js';
import { RunningSubscriptions } from './subscriptions/running-subscriptions.js';
import { StoreInvoice } from './invoices/store-invoice.js';
import { StoreMissedEvents } from './webhooks/store-missed-events.js';
import { SyncInvoice } from './invoices/sync-invoice.handler.js';
import { RecoverMissedEventsTask } from './webhooks/recover-missed-events.task.js';
import { StripeConfigController } from './prices/stripe-config.controller.js';
import { StaffWebhooks } from './webhooks/staff-webhooks.js';
import { StripeWebhookController } from './webhooks/stripe-webhook.controller.js';
import { InvoiceRetention } from './invoices/invoice-retention.js';
import { InvoicesRepository } from './invoices/invoices.repository.js';
import { WebhookEventsRepository } from './webhooks/webhook-events.repository.js';
import { PricesRepository } from './prices/prices.repository.js';
import { ProviderCursors } from './webhooks/provider-cursors.repository.js';
import { ProviderCustomers } from './customers/provider-customers.repository.js';
import { BillingPersonalData } from './personal-data.js';
import { StripeModule } from './stripe/stripe.module.js';

@Module({
  imports: [AuthModule, StripeModule],
  controllers: [BillingDetailsController, StripeWebhookController, StripeConfigController],
  providers: [
    BillingDetailsRepository,
    CustomerBillingDetails,
    DeclineLimits,
    DeclinesRepository,
    EnsureCustomer,
    EnsurePrices,
    HostedPurchases,
    Prices,
    PricesRepository,
    PaymentMethodsRepository,
    ReadCustomerDetails,
    ReadPaymentReversal,
    ReceiveWebhook,
    RecoverReversals,
    RecoverMissedEvents,
    RunningSubscriptions,
    SendCustomerDetails,
    StaffWebhooks,
    StoreInvoice,
    StoreMissedEvents,
    WebhookEventsRepository,
    ProviderCursors,
    InvoiceRetention,
    InvoicesRepository,
    ProviderCustomers,
  ],
  exports: [
    StripeModule,
    BillingDetailsRepository,
    CustomerBillingDetails,
    DeclineLimits,
    DeclinesRepository,
    EnsureCustomer,
    EnsurePrices,
    HostedPurchases,
    Prices,
    ProviderCustomers,
    InvoiceRetention,
    InvoicesRepository,
    PaymentMethodsRepository,
    ReadPaymentReversal,
    RecoverMissedEvents,
    RecoverReversals,
    RunningSubscriptions,
    SendCustomerDetails,
    StaffWebhooks,
    StoreInvoice,
  ],
})
export class BillingModule {}

/** Event handlers and scheduled tasks, for the worker. */
@Module({
  imports: [BillingModule],
  providers: [
    BillingPersonalData,
    PurgeDeclines,
    PurgeWebhookEvents,
    RecoverMissedEventsTask,
    SendBillingDetails,
    SendUserDetails,
    SyncInvoice,
  ],
})
export class BillingHandlersModule {}
