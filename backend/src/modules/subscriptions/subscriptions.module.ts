import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { CheckoutMetrics } from './application/checkout-metrics.js';
import { CheckoutLimits } from './application/checkout-limits.js';
import { CheckoutReviews } from './application/checkout-reviews.js';
import { CheckSession } from './application/check-session.js';
import { CloseCheckout } from './application/close-checkout.js';
import { CreateHostedCheckout } from './application/create-hosted-checkout.js';
import { CancelProviderSubscriptions } from './application/cancel-provider-subscriptions.js';
import { Entitlements } from './application/entitlements.js';
import { FailingPayments } from './application/failing-payments.js';
import { HostedSessions } from './application/hosted-sessions.js';
import { IdentifyBuyer } from './application/identify-buyer.js';
import { SyncSubscription } from './application/sync-subscription.js';
import { HoldForReview } from './application/hold-for-review.js';
import { OpenCheckout } from './application/open-checkout.js';
import { RequestCancellation } from './application/request-cancellation.js';
import { SubscriptionCancellations } from './application/subscription-cancellations.js';
import { PrepareCheckout } from './application/prepare-checkout.js';
import { ProcessPayment } from './application/process-payment.js';
import { ProvisionCheckout } from './application/provision-checkout.js';
import { ProvisionHostedCheckout } from './application/provision-hosted-checkout.js';
import { SetUpRecurringBilling } from './application/set-up-recurring-billing.js';
import { Payers, Subscriptions, UnclaimedPayments } from './application/subscriptions.js';
import { CloseDeclinedCheckout } from './handlers/close-declined-checkout.handler.js';
import { CountDeclinedCharges } from './handlers/count-declined-charges.handler.js';
import { CancelSubscriptionsAtProvider } from './handlers/cancel-subscriptions-at-provider.handler.js';
import { EndRefundedSubscription } from './handlers/end-refunded-subscription.handler.js';
import { SyncProviderSubscription } from './handlers/sync-provider-subscription.handler.js';
import { PurgeAnonymousUsers } from './handlers/purge-anonymous-users.task.js';
import { PurgeUnpaidCheckouts } from './handlers/purge-unpaid-checkouts.task.js';
import { RequestCancellationForDeletedUser } from './handlers/request-cancellation-for-deleted-user.handler.js';
import { ProvisionCompletedHostedCheckout } from './handlers/provision-hosted-checkout.handler.js';
import { ProvisionPaidCheckout } from './handlers/provision-paid-checkout.handler.js';
import { PurgeDeclines } from './handlers/purge-declines.task.js';
import { ReconcilePayments } from './handlers/reconcile-payments.task.js';
import { RefundDuplicateSubscription } from './handlers/refund-duplicate-subscription.handler.js';
import { ReviewFailedRefund } from './handlers/review-failed-refund.handler.js';
import { SetUpRecurringBillingHandler } from './handlers/set-up-recurring-billing.handler.js';
import { CheckoutController } from './http/checkout.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { CheckoutReviewsRepository } from './persistence/checkout-reviews.repository.js';
import { CheckoutsRepository } from './persistence/checkouts.repository.js';
import { DeclinesRepository } from './persistence/declines.repository.js';
import { SubscriptionCancellationsRepository } from './persistence/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from './persistence/subscriptions.repository.js';

const useCases = [
  CheckoutLimits,
  OpenCheckout,
  IdentifyBuyer,
  PrepareCheckout,
  ProcessPayment,
  HoldForReview,
  ProvisionCheckout,
  ProvisionHostedCheckout,
  CheckSession,
  CloseCheckout,
  HostedSessions,
  CreateHostedCheckout,
  SetUpRecurringBilling,
  SyncSubscription,
  RequestCancellation,
  CancelProviderSubscriptions,
];
const publicApi = [
  Entitlements,
  Subscriptions,
  UnclaimedPayments,
  Payers,
  CheckoutReviews,
  FailingPayments,
  SubscriptionCancellations,
];
const repositories = [
  CheckoutsRepository,
  CheckoutReviewsRepository,
  DeclinesRepository,
  SubscriptionsRepository,
  SubscriptionCancellationsRepository,
];

@Module({
  imports: [AuthModule, BillingModule],
  controllers: [CheckoutController, SubscriptionController],
  providers: [...useCases, ...publicApi, ...repositories, CheckoutMetrics],
  exports: [...useCases, ...publicApi, ...repositories],
})
export class SubscriptionsModule {}

/** Event handlers and scheduled tasks, for the worker. */
@Module({
  imports: [SubscriptionsModule, AuthModule, BillingModule],
  providers: [
    ProvisionPaidCheckout,
    ProvisionCompletedHostedCheckout,
    SetUpRecurringBillingHandler,
    SyncProviderSubscription,
    RefundDuplicateSubscription,
    ReviewFailedRefund,
    CountDeclinedCharges,
    CloseDeclinedCheckout,
    EndRefundedSubscription,
    RequestCancellationForDeletedUser,
    CancelSubscriptionsAtProvider,
    PurgeDeclines,
    ReconcilePayments,
    PurgeUnpaidCheckouts,
    PurgeAnonymousUsers,
  ],
})
export class SubscriptionsHandlersModule {}
