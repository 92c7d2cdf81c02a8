import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { StoriesModule } from '../../stories/index.js';
import { CheckoutModule } from '../../checkout/index.js';
import { SubscriptionsModule } from '../../subscriptions/index.js';
import { CoreModule } from '../core/core.module.js';
import { AlertStaff } from './alert-staff.js';
import {
  SendPaymentReviewAlert,
  SendUnclaimedPaymentAlert,
  SendRecurringSetupFailedAlert,
  SendRefundFailedAlert,
  SendFailedCancellationAlert,
} from './payment-alerts.handlers.js';
import { SendHeldAlerts } from './send-held-alerts.task.js';
import { SendUnrecognizedAccountAlert, SendStoryReceivedEmail } from './staff-alerts.handlers.js';
import { StaffAlertsRepository } from './staff-alerts.repository.js';

/** Emails to staff. For the worker. */
@Module({
  imports: [AuthModule, StoriesModule, SubscriptionsModule, CheckoutModule, CoreModule],
  providers: [
    SendPaymentReviewAlert,
    SendUnclaimedPaymentAlert,
    SendRecurringSetupFailedAlert,
    SendRefundFailedAlert,
    SendFailedCancellationAlert,
    SendUnrecognizedAccountAlert,
    SendStoryReceivedEmail,
    SendHeldAlerts,
    AlertStaff,
    StaffAlertsRepository,
  ],
})
export class StaffAlertsModule {}
