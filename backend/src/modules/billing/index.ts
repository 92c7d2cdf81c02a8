/**
 * The payment provider, behind a port for each capability. Owns prices, verified webhook events, provider customers and copies of invoices. Stores every webhook event
 * once, in any order, and emits domain events for it. Never calls the modules that depend on it, and never decides what a customer is
 * entitled to.
 */
export { BillingHandlersModule, BillingModule } from './billing.module.js';
export { EnsurePrices } from './application/ensure-prices.js';
export { HostedPurchases, type PaidSubscription } from './application/hosted-purchases.js';
export { Prices } from './application/prices.js';
export { RunningSubscriptions } from './application/running-subscriptions.js';
export { NothingToRefundError, PaymentProviderRejectedError } from './domain/billing-errors.js';
export * from './domain/events.js';
export { CustomersPort } from './domain/customers.port.js';
export { HostedCheckoutsPort, type HostedCheckout } from './domain/hosted-checkouts.port.js';
export { InvoicesPort } from './domain/invoices.port.js';
export { PaymentIntentsPort, type PaymentIntent } from './domain/payment-intents.port.js';
export { RefundsPort } from './domain/refunds.port.js';
export { SubscriptionsPort, type ProviderSubscription } from './domain/subscriptions.port.js';
export { billingEntities } from './entities.js';
export { returnedCents } from './domain/returned-cents.js';
export { ProviderCustomers } from './persistence/provider-customers.repository.js';
