/**
 * Subscriptions and entitlements.
 *
 * Guarantees that a customer has at most one subscription that gives access, that its renewals are set up at the provider, and that the
 * cancellation of a deleted user's subscriptions is completed or handed to staff. Never reads checkouts: callers pass the order and its
 * payment.
 */
export { SubscriptionsHandlersModule, SubscriptionsModule } from './subscriptions.module.js';
export { Entitlements, type Entitlement } from './entitlements.js';
export { RecurringSetups } from './recurring-setups.js';
export type { FailingSetup } from './subscriptions.repository.js';
export { RequestCancellation } from './request-cancellation.js';
export { SetUpRecurringBilling } from './set-up-recurring-billing.js';
export { SubscriptionCancellations } from './subscription-cancellations.js';
export { Subscriptions } from './subscriptions.js';
export { isEnded } from './subscription.js';
export { isPermanentFailure } from './subscription-cancellation.js';
export type { SubscriptionEntity as Subscription } from './subscription.entity.js';
export * from './events.js';
export { subscriptionsEntities } from './entities.js';
