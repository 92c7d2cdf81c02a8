import { Module, type Provider } from '@nestjs/common';
import Stripe from 'stripe';
import { Settings } from '../../../platform/config/settings.js';
import { CustomersPort } from '../customers/customers.port.js';
import { HostedCheckoutsPort } from '../hosted/hosted-checkouts.port.js';
import { InvoicesPort } from '../invoices/invoices.port.js';
import { PaymentIntentsPort } from '../payments/payment-intents.port.js';
import { PricesPort } from '../prices/prices.port.js';
import { RefundsPort } from '../payments/refunds.port.js';
import { SubscriptionsPort } from '../subscriptions/subscriptions.port.js';
import { WebhooksPort } from '../webhooks/webhooks.port.js';
import { createStripeClient } from './stripe-client.js';
import { StripeCustomers } from './stripe-customers.js';
import { StripeHostedCheckouts } from './stripe-hosted-checkouts.js';
import { StripeInvoices } from './stripe-invoices.js';
import { StripePaymentIntents } from './stripe-payment-intents.js';
import { StripePrices } from './stripe-prices.js';
import { StripeRefunds } from './stripe-refunds.js';
import { StripeSubscriptions } from './stripe-subscriptions.js';
import { StripeWebhooks } from './stripe-webhooks.js';

const client: Provider = {
  provide: Stripe,
  inject: [Settings],
  useFactory: ({ stripe }: Settings) => createStripeClient(stripe),
};

/**
 * Stripe behind the ports of the payment provider, on one client. Every method of a port throws `PaymentProviderUnavailableError` on
 * timeouts and server errors, and `PaymentProviderRejectedError` if a retry would not help.
 */
@Module({
  providers: [
    client,
    { provide: CustomersPort, useClass: StripeCustomers },
    { provide: HostedCheckoutsPort, useClass: StripeHostedCheckouts },
    { provide: InvoicesPort, useClass: StripeInvoices },
    { provide: PaymentIntentsPort, useClass: StripePaymentIntents },
    { provide: PricesPort, useClass: StripePrices },
    { provide: RefundsPort, useClass: StripeRefunds },
    { provide: SubscriptionsPort, useClass: StripeSubscriptions },
    { provide: WebhooksPort, useClass: StripeWebhooks },
  ],
  exports: [
    CustomersPort,
    HostedCheckoutsPort,
    InvoicesPort,
    PaymentIntentsPort,
    PricesPort,
    RefundsPort,
    SubscriptionsPort,
    WebhooksPort,
  ],
})
export class StripeModule {}
