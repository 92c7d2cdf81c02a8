/**
 * Checkouts, subscriptions and entitlements.
 *
 * Guarantees that a paid intent is provisioned or refunded exactly once, no matter who reports it or how often; that a customer has at
 * most one subscription that gives access; and that nothing keeps charging for a deleted account. Handles billing's payment events.
 * Never sends email and never trusts an amount from a client.
 */
export { SubscriptionsHandlersModule, SubscriptionsModule } from './subscriptions.module.js';
export { CheckoutReviews } from './application/checkout-reviews.js';
export { FailingPayments } from './application/failing-payments.js';
export { Entitlements } from './application/entitlements.js';
export { SubscriptionCancellations } from './application/subscription-cancellations.js';
export { Payers, Subscriptions, UnclaimedPayments } from './application/subscriptions.js';
export * from './domain/events.js';
export { subscriptionsEntities } from './entities.js';
