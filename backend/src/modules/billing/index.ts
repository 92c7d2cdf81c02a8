/**
 * The payment provider, behind a port for each capability. Owns prices, verified webhook events, provider customers and copies of invoices. Stores every webhook event
 * once, in any order, and emits domain events for it. Never calls the modules that depend on it, and never decides what a customer is
 * entitled to.
 */
export { CustomerBillingDetails } from './billing-details/customer-billing-details.js';
export { parseEuCountry } from './billing-details/tax-ids.js';
export { BillingHandlersModule, BillingModule } from './billing.module.js';
export { EnsurePrices } from './prices/ensure-prices.js';
export { HostedPurchases, type PaidSubscription } from './hosted/hosted-purchases.js';
export { Prices } from './prices/prices.js';
export { StaffWebhooks, type ReceivedWebhook } from './webhooks/staff-webhooks.js';
export { RecoverReversals, toReversal, type Reversal } from './webhooks/recover-reversals.js';
export { RunningSubscriptions } from './subscriptions/running-subscriptions.js';
export {
  NothingToRefundError,
  PaymentProviderRejectedError,
  PaymentProviderUnavailableError,
} from './billing-errors.js';
export * from './events.js';
export { CustomersPort } from './customers/customers.port.js';
export { EnsureCustomer } from './customers/ensure-customer.js';
export { HostedCheckoutsPort, type HostedCheckout } from './hosted/hosted-checkouts.port.js';
export { DeclineLimits } from './declines/decline-limits.js';
export { DeclinesRepository } from './declines/declines.repository.js';
export { StoreInvoice } from './invoices/store-invoice.js';
export type { InvoiceEntity as Invoice } from './invoices/invoice.entity.js';
export { InvoiceRetention } from './invoices/invoice-retention.js';
export { InvoicesRepository } from './invoices/invoices.repository.js';
export { InvoicesPort, type FirstInvoice, type ProviderInvoice } from './invoices/invoices.port.js';
export { PaymentIntentsPort, type PaymentIntent } from './payments/payment-intents.port.js';
export {
  SubscriptionChangesPort,
  type PriceChange,
  type PriceChangeState,
} from './subscriptions/subscription-changes.port.js';
export { PaymentMethodsPort } from './payment-methods/payment-methods.port.js';
export { PaymentMethodsRepository } from './payment-methods/payment-methods.repository.js';
export type { PaymentMethodEntity as PaymentMethod } from './payment-methods/payment-method.entity.js';
export { RefundsPort, type ProviderRefund } from './payments/refunds.port.js';
export { SubscriptionsPort, type ProviderSubscription } from './subscriptions/subscriptions.port.js';
export { billingEntities } from './entities.js';
export { billingTables } from './personal-data.js';
export {
  END_SUBSCRIPTION,
  isDisputed,
  isDisputeLost,
  isFullyRefunded,
  refundedInPeriodAt,
  type PaymentReversal,
} from './payments/payment-reversal.js';
export { ReadPaymentReversal } from './payments/read-payment-reversal.js';
export { returnedCents } from './payments/returned-cents.js';
export { ProviderCustomers } from './customers/provider-customers.repository.js';
