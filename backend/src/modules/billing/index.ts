/**
 * The payment provider, behind a port for each capability. Owns prices, verified webhook events, provider customers and copies of invoices. Stores every webhook event
 * once, in any order, and emits domain events for it. Never calls the modules that depend on it, and never decides what a customer is
 * entitled to.
 */
export { BillingHandlersModule, BillingModule } from './billing.module.js';
export { EnsurePrices } from './prices/ensure-prices.js';
export { HostedPurchases, type PaidSubscription } from './hosted/hosted-purchases.js';
export { Prices } from './prices/prices.js';
export { RunningSubscriptions } from './subscriptions/running-subscriptions.js';
export { NothingToRefundError, PaymentProviderRejectedError } from './billing-errors.js';
export * from './events.js';
export { CustomersPort } from './customers/customers.port.js';
export { HostedCheckoutsPort, type HostedCheckout } from './hosted/hosted-checkouts.port.js';
export { InvoicesPort } from './invoices/invoices.port.js';
export { PaymentIntentsPort, type PaymentIntent } from './payments/payment-intents.port.js';
export { RefundsPort } from './payments/refunds.port.js';
export { SubscriptionsPort, type ProviderSubscription } from './subscriptions/subscriptions.port.js';
export { billingEntities } from './entities.js';
export { returnedCents } from './payments/returned-cents.js';
export { ProviderCustomers } from './customers/provider-customers.repository.js';
