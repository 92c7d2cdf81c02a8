/**
 * Checkouts: payment intent → paid → provisioned.
 *
 * Guarantees that a paid intent is provisioned or refunded exactly once, no matter who reports it or how often, and that nothing keeps
 * charging for a deleted account. Handles billing's payment events. Never sends email and never trusts an amount from a client.
 */
export { CheckoutHandlersModule, CheckoutModule } from './checkout.module.js';
export { Payers } from './buyers/payers.js';
export * from './domain/events.js';
export { checkoutEntities } from './entities.js';
export { checkoutTables } from './personal-data.js';
export { UnclaimedPayments } from './provisioning/unclaimed-payments.js';
export { FailingPayments } from './refunds/failing-payments.js';
export { CheckoutReviews } from './reviews/checkout-reviews.js';
export { ResolveReview } from './reviews/resolve-review.js';
