import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { BillingModule } from '../../billing/index.js';
import { SubscriptionsModule } from '../../subscriptions/index.js';
import { DocumentsModule } from '../../documents/index.js';
import { CoreModule } from '../core/core.module.js';
import { SendCancellationReceipt, SendWithdrawalReminder } from './cancellation-receipt.handler.js';
import {
  SendCardExpiringEmail,
  SendRenewalReminderEmail,
  SendTrialEndedEmail,
  SendTrialEndingEmail,
} from './reminder-emails.handlers.js';
import { SendFailedChangeEmail } from './failed-change-emails.handlers.js';
import { SendInvoiceCorrectedEmail } from './invoice-corrected-email.handler.js';
import { SendPaymentFailedEmail, SendReceiptEmail } from './renewal-emails.handlers.js';
import {
  SendProviderRefundEmail,
  SendSubscriptionChangeEmail,
} from './subscription-change-emails.handlers.js';
import { SendSubscriptionEndedEmail } from './subscription-status-emails.handler.js';

/** Emails to customers about their subscription and its payments. For the worker. */
@Module({
  imports: [AuthModule, BillingModule, SubscriptionsModule, DocumentsModule, CoreModule],
  providers: [
    SendCancellationReceipt,
    SendWithdrawalReminder,
    SendCardExpiringEmail,
    SendRenewalReminderEmail,
    SendTrialEndedEmail,
    SendTrialEndingEmail,
    SendInvoiceCorrectedEmail,
    SendFailedChangeEmail,
    SendProviderRefundEmail,
    SendSubscriptionChangeEmail,
    SendPaymentFailedEmail,
    SendReceiptEmail,
    SendSubscriptionEndedEmail,
  ],
})
export class BillingEmailsModule {}
