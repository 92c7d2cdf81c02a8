/**
 * Money and the payment provider. Owns the prices, the signed notices, the provider's customers and the copies of invoices.
 * Promises that every notice is taken once, whatever its order, and tells of it by events; it never calls a module above it
 * and never decides what a customer is entitled to.
 */
export { BillingHandlersModule, BillingModule } from './billing.module.js';
export { EnsurePrices } from './application/ensure-prices.js';
export { Prices } from './application/prices.js';
export {
  NothingToRefundError,
  PaymentProviderRefusedError,
  PaymentProviderUnavailableError,
  RefundFailedError,
} from './domain/billing-errors.js';
export * from './domain/events.js';
export {
  PaymentProvider,
  type HostedCheckout,
  type PaymentIntent,
  type ProviderRefund,
  type ProviderSubscription,
} from './domain/payment-provider.js';
export { billingEntities } from './persistence/provider-cursor.entity.js';
export { returnedCents } from './domain/returned-cents.js';
export { ProviderCustomers } from './persistence/provider-customers.repository.js';
