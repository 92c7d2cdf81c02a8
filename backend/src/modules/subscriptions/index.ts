/**
 * Subscriptions and entitlements.
 *
 * Guarantees that a customer has at most one subscription that gives access, that its renewals are set up at the provider, and that the
 * cancellation of a deleted user's subscriptions is completed or handed to staff. Never reads checkouts: callers pass the order and its
 * payment.
 */
export { SubscriptionsHandlersModule, SubscriptionsModule } from './subscriptions.module.js';
export { Entitlements, type Entitlement } from './application/entitlements.js';
export { RecurringSetups } from './application/recurring-setups.js';
export type { FailingSetup } from './persistence/subscriptions.repository.js';
export { RequestCancellation } from './application/request-cancellation.js';
export { SetUpRecurringBilling } from './application/set-up-recurring-billing.js';
export { SubscriptionCancellations } from './application/subscription-cancellations.js';
export { Subscriptions } from './application/subscriptions.js';
export { isEnded } from './domain/subscription.js';
export { isPermanentFailure } from './domain/subscription-cancellation.js';
export type { SubscriptionEntity as Subscription } from './persistence/subscription.entity.js';
export * from './domain/events.js';
export { subscriptionsEntities } from './entities.js';
