import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { Buyers } from './buyers/buyers.js';
import { IdentifyBuyer } from './buyers/identify-buyer.js';
import { Payers } from './buyers/payers.js';
import { ResolveBuyer } from './buyers/resolve-buyer.js';
import { CheckoutMetrics } from './checkout-metrics.js';
import { CloseCheckout } from './close-checkout.js';
import { CheckoutLimits } from './declines/checkout-limits.js';
import { CloseDeclinedCheckout } from './declines/close-declined-checkout.handler.js';
import { CountDeclinedCharges } from './declines/count-declined-charges.handler.js';
import { StopChargingUser } from './deleted-users/stop-charging-user.js';
import { CancelSubscriptionsAtProvider } from './deleted-users/cancel-subscriptions-at-provider.handler.js';
import { PurgeAnonymousUsers } from './deleted-users/purge-anonymous-users.task.js';
import { RequestCancellationForDeletedUser } from './deleted-users/request-cancellation-for-deleted-user.handler.js';
import { CheckSession } from './hosted/check-session.js';
import { CreateHostedCheckout } from './hosted/create-hosted-checkout.js';
import { HostedSessions } from './hosted/hosted-sessions.js';
import { ProvisionCompletedHostedCheckout } from './hosted/provision-hosted-checkout.handler.js';
import { ProvisionHostedCheckout } from './hosted/provision-hosted-checkout.js';
import { CheckoutController } from './http/checkout.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { OpenCheckout } from './payment/open-checkout.js';
import { FindPayableCheckout } from './payment/find-payable-checkout.js';
import { PrepareCheckout } from './payment/prepare-checkout.js';
import { ProcessPayment } from './payment/process-payment.js';
import { CheckoutPersonalData } from './personal-data.js';
import { CheckoutsRepository } from './persistence/checkouts.repository.js';
import { ProvisionCheckout } from './provisioning/provision-checkout.js';
import { ProvisionPaidCheckout } from './provisioning/provision-paid-checkout.handler.js';
import { SetUpRecurringBillingHandler } from './provisioning/set-up-recurring-billing.handler.js';
import { UnclaimedPayments } from './provisioning/unclaimed-payments.js';
import { UnprovisionedPayments } from './provisioning/unprovisioned-payments.js';
import {
  CloseCanceledCheckout,
  CloseUnpaidHostedCheckout,
} from './reconciliation/close-abandoned-checkout.handlers.js';
import { PurgeUnpaidCheckouts } from './reconciliation/purge-unpaid-checkouts.task.js';
import { ReconcilePayments } from './reconciliation/reconcile-payments.task.js';
import { UnpaidCheckoutsRepository } from './reconciliation/unpaid-checkouts.repository.js';
import { FailingPayments } from './refunds/failing-payments.js';
import { RefundDuplicateSubscription } from './refunds/refund-duplicate-subscription.handler.js';
import { CheckoutReviewsRepository } from './persistence/checkout-reviews.repository.js';
import { CheckoutReviews } from './reviews/checkout-reviews.js';
import { ResolveReview } from './reviews/resolve-review.js';
import { ReviewFailedRefund } from './reviews/review-failed-refund.handler.js';

const modulesBelow = [AuthModule, BillingModule, SubscriptionsModule];
const publicApi = [CheckoutReviews, FailingPayments, Payers, ResolveReview, UnclaimedPayments];
const forHandlers = [
  Buyers,
  CloseCheckout,
  ProvisionCheckout,
  ProvisionHostedCheckout,
  UnprovisionedPayments,
  CheckoutsRepository,
  CheckoutReviewsRepository,
];

@Module({
  imports: modulesBelow,
  controllers: [CheckoutController, SubscriptionController],
  providers: [
    ...publicApi,
    ...forHandlers,
    CheckoutLimits,
    CheckoutMetrics,
    CheckSession,
    CreateHostedCheckout,
    HostedSessions,
    IdentifyBuyer,
    OpenCheckout,
    FindPayableCheckout,
    PrepareCheckout,
    ProcessPayment,
    ResolveBuyer,
  ],
  exports: [...publicApi, ...forHandlers],
})
export class CheckoutModule {}

/** Event handlers and scheduled tasks, for the worker. */
@Module({
  imports: [...modulesBelow, CheckoutModule],
  providers: [
    StopChargingUser,
    UnpaidCheckoutsRepository,
    ProvisionPaidCheckout,
    ProvisionCompletedHostedCheckout,
    SetUpRecurringBillingHandler,
    RefundDuplicateSubscription,
    ReviewFailedRefund,
    CountDeclinedCharges,
    CloseDeclinedCheckout,
    CloseCanceledCheckout,
    CloseUnpaidHostedCheckout,
    RequestCancellationForDeletedUser,
    CancelSubscriptionsAtProvider,
    ReconcilePayments,
    PurgeUnpaidCheckouts,
    PurgeAnonymousUsers,
    CheckoutPersonalData,
  ],
})
export class CheckoutHandlersModule {}
