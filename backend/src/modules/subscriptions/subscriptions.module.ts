import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { CheckoutFigures } from './application/checkout-figures.js';
import { CheckoutLimits } from './application/checkout-limits.js';
import { CheckoutReviews } from './application/checkout-reviews.js';
import { CheckSession } from './application/check-session.js';
import { CloseCheckout } from './application/close-checkout.js';
import { CreateHostedCheckout } from './application/create-hosted-checkout.js';
import { EndPlans } from './application/end-plans.js';
import { Entitlements } from './application/entitlements.js';
import { FailingPayments } from './application/failing-payments.js';
import { HostedSessions } from './application/hosted-sessions.js';
import { IdentifyBuyer } from './application/identify-buyer.js';
import { FollowProvider } from './application/follow-provider.js';
import { HoldForReview } from './application/hold-for-review.js';
import { OpenCheckout } from './application/open-checkout.js';
import { OrderPlanEnding } from './application/order-plan-ending.js';
import { PlanEndings } from './application/plan-endings.js';
import { PrepareCheckout } from './application/prepare-checkout.js';
import { ProcessPayment } from './application/process-payment.js';
import { ProvisionCheckout } from './application/provision-checkout.js';
import { ProvisionHostedCheckout } from './application/provision-hosted-checkout.js';
import { SettleSubscription } from './application/settle-subscription.js';
import { Payers, Subscriptions, UnclaimedPayments } from './application/subscriptions.js';
import { CloseOverDeclinedCheckout } from './handlers/close-over-declined-checkout.handler.js';
import { CountDeclines } from './handlers/count-declines.handler.js';
import { EndPlansAtProvider } from './handlers/end-plans-at-provider.handler.js';
import { EndReversedSubscription } from './handlers/end-reversed-subscription.handler.js';
import { FollowProviderSubscription } from './handlers/follow-provider-subscription.handler.js';
import { ForgetAbandonedAccounts } from './handlers/forget-abandoned-accounts.task.js';
import { ForgetUnpaidCheckouts } from './handlers/forget-unpaid-checkouts.task.js';
import { OrderEndingOfDeletedAccount } from './handlers/order-ending-of-deleted-account.handler.js';
import { ProvisionCompletedHostedCheckout } from './handlers/provision-hosted-checkout.handler.js';
import { ProvisionPaidCheckout } from './handlers/provision-paid-checkout.handler.js';
import { PurgeDeclines } from './handlers/purge-declines.task.js';
import { ReconcilePayments } from './handlers/reconcile-payments.task.js';
import { RefundSecondPlan } from './handlers/refund-second-plan.handler.js';
import { ReviewFailedRefund } from './handlers/review-failed-refund.handler.js';
import { SettleActivatedSubscription } from './handlers/settle-activated-subscription.handler.js';
import { CheckoutController } from './http/checkout.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { CheckoutReviewsRepository } from './persistence/checkout-reviews.repository.js';
import { CheckoutsRepository } from './persistence/checkouts.repository.js';
import { DeclinesRepository } from './persistence/declines.repository.js';
import { PlanEndingsRepository } from './persistence/plan-endings.repository.js';
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
  SettleSubscription,
  FollowProvider,
  OrderPlanEnding,
  EndPlans,
];
const faces = [
  Entitlements,
  Subscriptions,
  UnclaimedPayments,
  Payers,
  CheckoutReviews,
  FailingPayments,
  PlanEndings,
];
const repositories = [
  CheckoutsRepository,
  CheckoutReviewsRepository,
  DeclinesRepository,
  SubscriptionsRepository,
  PlanEndingsRepository,
];

@Module({
  imports: [AuthModule, BillingModule],
  controllers: [CheckoutController, SubscriptionController],
  providers: [...useCases, ...faces, ...repositories, CheckoutFigures],
  exports: [...useCases, ...faces, ...repositories],
})
export class SubscriptionsModule {}

/** Reactions and recurring tasks of subscriptions; for the worker. */
@Module({
  imports: [SubscriptionsModule, AuthModule, BillingModule],
  providers: [
    ProvisionPaidCheckout,
    ProvisionCompletedHostedCheckout,
    SettleActivatedSubscription,
    FollowProviderSubscription,
    RefundSecondPlan,
    ReviewFailedRefund,
    CountDeclines,
    CloseOverDeclinedCheckout,
    EndReversedSubscription,
    OrderEndingOfDeletedAccount,
    EndPlansAtProvider,
    PurgeDeclines,
    ReconcilePayments,
    ForgetUnpaidCheckouts,
    ForgetAbandonedAccounts,
  ],
})
export class SubscriptionsHandlersModule {}
