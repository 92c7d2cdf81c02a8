import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { StoriesModule } from '../../stories/index.js';
import { CheckoutModule } from '../../checkout/index.js';
import { SubscriptionsModule } from '../../subscriptions/index.js';
import { CoreModule } from '../core/core.module.js';
import { AlertStaff } from './alert-staff.js';
import { AlertedCustomers } from './alerted-customers.js';
import {
  AlertFailingChange,
  SendFailedChangeAlert,
  SendRejectedChangeAlert,
} from './failing-change-alerts.handlers.js';
import {
  SendFirstInvoiceDiffersAlert,
  SendPaymentReviewAlert,
  SendUnclaimedPaymentAlert,
  SendRecurringSetupFailedAlert,
  SendRefundFailedAlert,
  SendFailedCancellationAlert,
} from './payment-alerts.handlers.js';
import { SendHeldAlerts } from './send-held-alerts.task.js';
import { SendUnrecognizedAccountAlert, SendStoryReceivedEmail } from './staff-alerts.handlers.js';
import {
  SendAccessUnconfirmedAlert,
  SendCancellationReviewAlert,
  SendDisputeAlert,
  SendFraudWarningAlert,
  SendInvoiceNotIssuedAlert,
  SendMismatchAlert,
  SendUnconfirmedWithdrawalAlert,
} from './subscription-alerts.handlers.js';
import { StaffAlertsRepository } from './staff-alerts.repository.js';

/** Emails to staff. For the worker. */
@Module({
  imports: [AuthModule, StoriesModule, SubscriptionsModule, CheckoutModule, CoreModule],
  providers: [
    SendPaymentReviewAlert,
    SendUnclaimedPaymentAlert,
    SendRecurringSetupFailedAlert,
    SendFirstInvoiceDiffersAlert,
    SendRefundFailedAlert,
    SendFailedCancellationAlert,
    SendAccessUnconfirmedAlert,
    SendCancellationReviewAlert,
    SendDisputeAlert,
    AlertFailingChange,
    SendFailedChangeAlert,
    SendRejectedChangeAlert,
    SendFraudWarningAlert,
    SendInvoiceNotIssuedAlert,
    SendMismatchAlert,
    SendUnconfirmedWithdrawalAlert,
    SendUnrecognizedAccountAlert,
    SendStoryReceivedEmail,
    SendHeldAlerts,
    AlertStaff,
    AlertedCustomers,
    StaffAlertsRepository,
  ],
})
export class StaffAlertsModule {}
