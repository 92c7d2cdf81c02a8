/**
 * Subscriptions and entitlements.
 *
 * Guarantees that a customer has at most one subscription that gives access, that its renewals are set up at the provider, and that the
 * cancellation of a deleted user's subscriptions is completed or handed to staff. Never reads checkouts: callers pass the order and its
 * payment.
 */
export { SubscriptionsHandlersModule, SubscriptionsModule } from './subscriptions.module.js';
export { CopyCards } from './cards/copy-cards.js';
export { CancelSubscription } from './changes/cancel-subscription.js';
export { Entitlements, type Entitlement } from './entitlements.js';
export { RecurringSetups, type RecurringSetup } from './recurring-setups.js';
export type { FailingSetup } from './subscriptions.repository.js';
export { RequestCancellation } from './cancellations/request-cancellation.js';
export { SetUpRecurringBilling } from './set-up-recurring-billing.js';
export { SubscriptionCancellations } from './cancellations/subscription-cancellations.js';
export { Subscriptions } from './subscriptions.js';
export {
  accessEndsAt,
  computeCardExpiry,
  guaranteeEndsAt,
  isEnded,
  isUnpaid,
  getNextTerms,
  getScheduledChange,
} from './subscription.js';
export {
  DELETION_UNDONE,
  needsStaff,
  PROVIDER_REJECTED,
  getUnfinishedKind,
  SUBSCRIPTION_ENDED,
  UPGRADE_FAILED,
  UPGRADE_PAID,
} from './domain/change-rules.js';
export { FailingChanges, type FailingChange } from './changes/failing-changes.js';
export { isPermanentFailure } from './cancellations/subscription-cancellation.js';
export type { SubscriptionEntity as Subscription } from './subscription.entity.js';
export { ReconcileSubscriptions, type Reconciliation } from './reconciliation/reconcile-subscriptions.js';
export { CancellationSubmissions, type PlanEnd } from './submissions/cancellation-submissions.js';
export type { CancellationSubmissionEntity as CancellationSubmission } from './submissions/cancellation-submission.entity.js';
export { linkExpiresAt } from './submissions/domain/link-lifetime.js';
export { SubmissionLinks } from './submissions/submission-links.js';
export { StaffSubscriptions } from './refunds/staff-subscriptions.js';
export { SubscriptionChanges } from './changes/subscription-changes.js';
export type { SubscriptionChangeEntity as SubscriptionChange } from './changes/subscription-change.entity.js';
export { SubscriptionMismatches } from './reconciliation/subscription-mismatches.js';
export { CardResponse, nullable } from './account/account-subscription-documents.js';
export { CreditNoteResponse } from './account/invoices.controller.js';
export * from './events.js';
export { subscriptionsEntities } from './entities.js';
export { subscriptionsTables } from './personal-data.js';
