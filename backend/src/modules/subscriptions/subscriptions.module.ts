import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { AccountSubscriptionController } from './account/account-subscription.controller.js';
import { FindPayableInvoice } from './account/find-payable-invoice.js';
import { InvoicesController } from './account/invoices.controller.js';
import { ListInvoices } from './account/list-invoices.js';
import { PayInvoice } from './account/pay-invoice.js';
import { RefreshInvoice } from './account/refresh-invoice.js';
import { ViewSubscription } from './account/view-subscription.js';
import { CardsController } from './cards/cards.controller.js';
import { CompleteCardSetup, SyncChangedCard, SyncCustomerCards } from './cards/cards.handlers.js';
import { CopyCards } from './cards/copy-cards.js';
import { CustomerCards } from './cards/customer-cards.js';
import { RemoveCard } from './cards/remove-card.js';
import { CancelDeclinedCardSetup, CountDeclinedCardSetups } from './cards/declined-card-setups.handlers.js';
import { CancelSubscription } from './changes/cancel-subscription.js';
import { ApplyCancellation } from './changes/applying/apply-cancellation.js';
import { ApplyChange } from './changes/applying/apply-change.js';
import { ApplyChangeHandler } from './changes/applying/apply-change.handler.js';
import { ApplyChangeNow } from './changes/applying/apply-change-now.js';
import { ApplyPlanChange } from './changes/applying/apply-plan-change.js';
import { ApplyRefund } from './changes/applying/apply-refund.js';
import { FailingChanges } from './changes/failing-changes.js';
import { FailingChangesRepository } from './changes/failing-changes.repository.js';
import { RecordChange } from './changes/applying/record-change.js';
import { PlanChanges } from './changes/plan-changes.js';
import { PurgeQuotes } from './changes/purge-quotes.task.js';
import { RequestChange } from './changes/request-change.js';
import { ScheduledPlanChange } from './changes/scheduled-plan-change.js';
import { SubscriptionChanges } from './changes/subscription-changes.js';
import { SubscriptionChangesController } from './changes/subscription-changes.controller.js';
import { SubscriptionChangesRepository } from './changes/subscription-changes.repository.js';
import { ConfirmAccess } from './confirm-access.js';
import { EndReplacedSubscriptions } from './endings/end-replaced-subscriptions.handler.js';
import { RefundLatePayment } from './endings/refund-late-payment.handler.js';
import { VoidRemainingInvoices } from './endings/void-remaining-invoices.task.js';
import { VoidOpenInvoices } from './endings/void-open-invoices.handler.js';
import { Entitlements } from './entitlements.js';
import { SubscriptionsPersonalData } from './personal-data.js';
import { ReadSubscription } from './read-subscription.js';
import { CorrectSubscription } from './reconciliation/correct-subscription.js';
import { FindMismatches } from './reconciliation/find-mismatches.js';
import { ReconcileSubscription } from './reconciliation/reconcile-subscription.js';
import { ReconcileSubscriptions } from './reconciliation/reconcile-subscriptions.js';
import { FindMismatchesTask, ReconcileSubscriptionsTask } from './reconciliation/reconciliation.tasks.js';
import { ReportMismatches } from './reconciliation/report-mismatches.js';
import { SubscriptionMismatches } from './reconciliation/subscription-mismatches.js';
import { SubscriptionMismatchesRepository } from './reconciliation/subscription-mismatches.repository.js';
import { RecurringSetups } from './recurring-setups.js';
import { GuaranteeRefundsRepository } from './refunds/guarantee-refunds.repository.js';
import { PreviewRefund } from './refunds/preview-refund.js';
import { RefundUnderGuarantee } from './refunds/refund-under-guarantee.js';
import { RequestRefund } from './refunds/request-refund.js';
import { StaffSubscriptions } from './refunds/staff-subscriptions.js';
import { ScheduleTrialEmails } from './reminders/schedule-trial-emails.handler.js';
import { RemindSubscribers } from './reminders/remind-subscribers.js';
import { RemindSubscribersTask } from './reminders/remind-subscribers.task.js';
import { ApplyPaymentReversal } from './reversals/apply-payment-reversal.handler.js';
import { LinkSubscription } from './link-subscription.js';
import { CreatedSubscriptions } from './created-subscriptions.js';
import { CreditRefunds } from './reversals/credit-refunds.js';
import { EndReversedSubscription } from './reversals/end-reversed-subscription.js';
import { MarkFailedRefunds } from './reversals/mark-failed-refunds.js';
import { RecordReversal } from './reversals/record-reversal.js';
import { CancellationSubmissionsController } from './submissions/cancellation-submissions.controller.js';
import { CancellationSubmissions } from './submissions/cancellation-submissions.js';
import { CancellationSubmissionsRepository } from './submissions/cancellation-submissions.repository.js';
import { ManageSubmission } from './submissions/manage-submission.js';
import { MatchSubmission } from './submissions/match-submission.handler.js';
import { PurgeCancellationSubmissions } from './submissions/purge-cancellation-submissions.task.js';
import { SubmissionActions } from './submissions/submission-actions.js';
import { SubmissionDecisions } from './submissions/submission-decisions.js';
import { SubmissionLinks } from './submissions/submission-links.js';
import { SubmitCancellation } from './submissions/submit-cancellation.js';
import { RequestCancellation } from './cancellations/request-cancellation.js';
import { RefreshSubscription } from './refresh-subscription.js';
import { SetUpRecurringBilling } from './set-up-recurring-billing.js';
import { SubscriptionPayments } from './subscription-payments.js';
import { SubscriptionTransitions } from './subscription-transitions.js';
import { SubscriptionCancellations } from './cancellations/subscription-cancellations.js';
import { Subscriptions } from './subscriptions.js';
import { SyncSubscription } from './sync-subscription.js';
import { SyncProviderSubscription } from './sync-provider-subscription.handler.js';
import { SubscriptionCancellationsRepository } from './cancellations/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

const publicApi = [
  CancelSubscription,
  CancellationSubmissions,
  Entitlements,
  FailingChanges,
  RecurringSetups,
  RequestCancellation,
  SetUpRecurringBilling,
  SubscriptionCancellations,
  StaffSubscriptions,
  SubmissionLinks,
  SubscriptionChanges,
  SubscriptionMismatches,
  Subscriptions,
];

const forHandlers = [
  LinkSubscription,
  CancellationSubmissionsRepository,
  RequestChange,
  ScheduledPlanChange,
  ApplyCancellation,
  ApplyChange,
  ApplyPlanChange,
  ApplyRefund,
  CopyCards,
  CorrectSubscription,
  CreditRefunds,
  FailingChangesRepository,
  CustomerCards,
  EndReversedSubscription,
  RecordChange,
  RecordReversal,
  SubscriptionChangesRepository,
  FindMismatches,
  GuaranteeRefundsRepository,
  ReconcileSubscription,
  ReconcileSubscriptions,
  ReportMismatches,
  SubscriptionMismatchesRepository,
  SubscriptionPayments,
  ReadSubscription,
  SubscriptionTransitions,
  SyncSubscription,
  SubscriptionsRepository,
  SubscriptionCancellationsRepository,
];

@Module({
  imports: [AuthModule, BillingModule],
  controllers: [
    AccountSubscriptionController,
    CancellationSubmissionsController,
    CardsController,
    InvoicesController,
    SubscriptionChangesController,
  ],
  providers: [
    ...publicApi,
    ...forHandlers,
    ApplyChangeNow,
    ConfirmAccess,
    CreatedSubscriptions,
    FindPayableInvoice,
    ListInvoices,
    ManageSubmission,
    PayInvoice,
    PlanChanges,
    RefreshInvoice,
    RefreshSubscription,
    RemoveCard,
    PreviewRefund,
    RefundUnderGuarantee,
    RequestRefund,
    SubmissionActions,
    SubmissionDecisions,
    SubmitCancellation,
    ViewSubscription,
  ],
  exports: [...publicApi, ...forHandlers],
})
export class SubscriptionsModule {}

/** Event handlers, for the worker. */
@Module({
  imports: [AuthModule, SubscriptionsModule, BillingModule],
  providers: [
    ScheduleTrialEmails,
    ApplyPaymentReversal,
    RemindSubscribers,
    RemindSubscribersTask,
    ApplyChangeHandler,
    CancelDeclinedCardSetup,
    CompleteCardSetup,
    CountDeclinedCardSetups,
    EndReplacedSubscriptions,
    FindMismatchesTask,
    MarkFailedRefunds,
    MatchSubmission,
    PurgeCancellationSubmissions,
    PurgeQuotes,
    ReconcileSubscriptionsTask,
    RefundLatePayment,
    SyncChangedCard,
    SyncCustomerCards,
    SyncProviderSubscription,
    SubscriptionsPersonalData,
    VoidRemainingInvoices,
    VoidOpenInvoices,
  ],
})
export class SubscriptionsHandlersModule {}
