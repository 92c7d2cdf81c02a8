/**
 * What a customer is entitled to, and the checkout that leads there. Owns checkouts and subscriptions.
 *
 * Promises that a paid intent always becomes an account with its plan, or is given back, once, the person who brings it and however
 * often; that a customer has at most one plan that gives access; and that nothing goes on charging for a deleted account. Listens
 * to billing for money that moved. It never sends an email and never trusts an amount that a client names.
 */
export { SubscriptionsHandlersModule, SubscriptionsModule } from './subscriptions.module.js';
export { CheckoutReviews, type ReviewDecision } from './application/checkout-reviews.js';
export { FailingPayments } from './application/failing-payments.js';
export { Entitlements, type Entitlement } from './application/entitlements.js';
export { SubscriptionCancellations } from './application/subscription-cancellations.js';
export { Payers, Subscriptions, UnclaimedPayments } from './application/subscriptions.js';
export * from './domain/events.js';
export type { CheckoutReview, FailingRefund } from './persistence/checkout-reviews.repository.js';
export type { FailingSetup } from './persistence/subscriptions.repository.js';
export type { SubscriptionCancellation } from './domain/subscription-cancellation.js';
export type { Subscription } from './domain/subscription.js';
