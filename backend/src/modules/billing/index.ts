/**
 * The payment provider. Owns prices, verified webhook events, provider customers and copies of invoices. Stores every webhook event
 * once, in any order, and emits domain events for it. Never calls the modules that depend on it, and never decides what a customer is
 * entitled to.
 */
export { BillingHandlersModule, BillingModule } from './billing.module.js';
export { EnsurePrices } from './application/ensure-prices.js';
export { Prices } from './application/prices.js';
export { NothingToRefundError, PaymentProviderRejectedError } from './domain/billing-errors.js';
export * from './domain/events.js';
export {
  PaymentProvider,
  type HostedCheckout,
  type PaymentIntent,
  type ProviderSubscription,
} from './domain/payment-provider.js';
export { billingEntities } from './entities.js';
export { returnedCents } from './domain/returned-cents.js';
export { ProviderCustomers } from './persistence/provider-customers.repository.js';
