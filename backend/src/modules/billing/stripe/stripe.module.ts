import { Module, type Provider } from '@nestjs/common';
import Stripe from 'stripe';
import { Settings } from '../../../platform/config/settings.js';
import { CustomersPort } from '../customers/customers.port.js';
import { DisputesPort } from '../payments/disputes.port.js';
import { HostedCheckoutsPort } from '../hosted/hosted-checkouts.port.js';
import { InvoicesPort } from '../invoices/invoices.port.js';
import { PaymentIntentsPort } from '../payments/payment-intents.port.js';
import { PaymentMethodsPort } from '../payment-methods/payment-methods.port.js';
import { PricesPort } from '../prices/prices.port.js';
import { RefundsPort } from '../payments/refunds.port.js';
import { SubscriptionChangesPort } from '../subscriptions/subscription-changes.port.js';
import { SubscriptionsPort } from '../subscriptions/subscriptions.port.js';
import { WebhooksPort } from '../webhooks/webhooks.port.js';
import { createStripeClient } from './stripe-client.js';
import { StripeCustomers } from './stripe-customers.js';
import { StripeDisputes } from './stripe-disputes.js';
import { StripeHostedCheckouts } from './stripe-hosted-checkouts.js';
import { StripeInvoices } from './stripe-invoices.js';
import { StripePaymentIntents } from './stripe-payment-intents.js';
import { StripePaymentMethods } from './stripe-payment-methods.js';
import { StripePrices } from './stripe-prices.js';
import { StripeRefunds } from './stripe-refunds.js';
import { StripeSubscriptionChanges } from './stripe-subscription-changes.js';
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
    { provide: DisputesPort, useClass: StripeDisputes },
    { provide: HostedCheckoutsPort, useClass: StripeHostedCheckouts },
    { provide: InvoicesPort, useClass: StripeInvoices },
    { provide: PaymentIntentsPort, useClass: StripePaymentIntents },
    { provide: PaymentMethodsPort, useClass: StripePaymentMethods },
    { provide: PricesPort, useClass: StripePrices },
    { provide: RefundsPort, useClass: StripeRefunds },
    { provide: SubscriptionChangesPort, useClass: StripeSubscriptionChanges },
    { provide: SubscriptionsPort, useClass: StripeSubscriptions },
    { provide: WebhooksPort, useClass: StripeWebhooks },
  ],
  exports: [
    CustomersPort,
    DisputesPort,
    HostedCheckoutsPort,
    InvoicesPort,
    PaymentIntentsPort,
    PaymentMethodsPort,
    PricesPort,
    RefundsPort,
    SubscriptionChangesPort,
    SubscriptionsPort,
    WebhooksPort,
  ],
})
export class StripeModule {}
