import { Module } from '@nestjs/common';
import { SmsModule } from '../../platform/sms/sms.module.js';
import { AuthModule } from '../auth/index.js';
import { CheckoutModule } from '../checkout/index.js';
import { StoriesModule } from '../stories/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { AlertStaff } from './application/alert-staff.js';
import { CancelEmail } from './application/cancel-email.js';
import { ComposeEmail } from './application/compose-email.js';
import { EmailMetrics } from './application/email-metrics.js';
import { Emails } from './application/emails.js';
import { UserNotifier } from './application/user-notifier.js';
import { PreviewEmails } from './application/preview-emails.js';
import { QueueEmail } from './application/queue-email.js';
import { QueueWelcomeEmail } from './application/queue-welcome-email.js';
import { ReplayEmails } from './application/replay-emails.js';
import { ReplayRecipients } from './application/replay-recipients.js';
import { ResumeDeferredEmails } from './application/resume-deferred-emails.js';
import { SendQueuedEmail } from './application/send-queued-email.js';
import { SendWelcomeEmail } from './application/send-welcome-email.js';
import { SmsMessages } from './application/sms-messages.js';
import { SmsMetrics } from './application/sms-metrics.js';
import { SendsInFlight } from './application/sends-in-flight.js';
import {
  SendRecurringSetupFailedAlert,
  SendRefundFailedAlert,
  SendPaymentReviewAlert,
  SendFailedCancellationAlert,
  SendUnclaimedPaymentAlert,
} from './handlers/payment-alerts.handlers.js';
import { AdvanceDeferredEmails, ProbeMailServer } from './handlers/deferred-emails.tasks.js';
import { SendEmail } from './handlers/send-email.handler.js';
import {
  SendConfirmationEmail,
  SendInvitationEmail,
  SendRecoveryEmail,
  SendMagicLinkEmail,
  SendPaymentFailedEmail,
  SendRefundEmail,
} from './handlers/account-emails.handlers.js';
import { PurgeSmsMessages } from './handlers/purge-sms-messages.task.js';
import { SendHeldAlerts } from './handlers/send-held-alerts.task.js';
import { QueueSms, SendSms } from './handlers/send-sms.handlers.js';
import {
  SendMfaFactorEnrolledEmail,
  SendPasskeyAddedEmail,
  SendPhoneChangedEmail,
  SendRecoveryCodesGeneratedEmail,
  SendMfaFactorUnenrolledEmail,
  SendPasskeyRemovedEmail,
  SendNewSignInEmail,
  SendRecoveryCodeUsedEmail,
} from './handlers/sign-in-method-emails.handlers.js';
import {
  SendEmailChangeConfirmations,
  SendReauthenticationEmail,
  SendEmailChangedEmail,
  SendPasswordChangedEmail,
} from './handlers/security-emails.handlers.js';
import { SendUnrecognizedAccountAlert, SendStoryReceivedEmail } from './handlers/staff-alerts.handlers.js';
import { WelcomeSubscriber } from './handlers/welcome-subscriber.handler.js';
import { CancelConfirmationEmail } from './handlers/cancel-confirmation-email.handler.js';
import { EmailPreviewController } from './http/email-preview.controller.js';
import { SendWelcomeEmailController } from './http/send-welcome-email.controller.js';
import { DeferredEmailsRepository } from './persistence/deferred-emails.repository.js';
import { EmailSearchRepository } from './persistence/email-search.repository.js';
import { EmailsRepository } from './persistence/emails.repository.js';
import { SmsRepository } from './persistence/sms.repository.js';
import { StaffAlertsRepository } from './persistence/staff-alerts.repository.js';
import { SendingRepository } from './persistence/sending.repository.js';

const modulesBelow = [AuthModule, SubscriptionsModule, CheckoutModule, StoriesModule];
const forHandlers = [
  QueueWelcomeEmail,
  QueueEmail,
  UserNotifier,
  ComposeEmail,
  CancelEmail,
  EmailMetrics,
  SmsMetrics,
  SmsRepository,
];

@Module({
  imports: modulesBelow,
  controllers: [SendWelcomeEmailController, EmailPreviewController],
  providers: [
    ...forHandlers,
    SendWelcomeEmail,
    PreviewEmails,
    Emails,
    ReplayEmails,
    ReplayRecipients,
    SmsMessages,
    EmailsRepository,
    EmailSearchRepository,
  ],
  exports: [...forHandlers, Emails, SmsMessages],
})
export class NotificationsModule {}

/** Event handlers and tasks, including those that send; for the worker. */
@Module({
  imports: [...modulesBelow, NotificationsModule, SmsModule],
  providers: [
    QueueSms,
    SendSms,
    PurgeSmsMessages,
    AlertStaff,
    StaffAlertsRepository,
    SendHeldAlerts,
    SendingRepository,
    SendsInFlight,
    SendQueuedEmail,
    SendEmail,
    DeferredEmailsRepository,
    ResumeDeferredEmails,
    ProbeMailServer,
    AdvanceDeferredEmails,
    WelcomeSubscriber,
    SendConfirmationEmail,
    SendRecoveryEmail,
    SendMagicLinkEmail,
    SendInvitationEmail,
    SendEmailChangeConfirmations,
    SendReauthenticationEmail,
    SendEmailChangedEmail,
    SendPasswordChangedEmail,
    SendMfaFactorEnrolledEmail,
    SendPasskeyAddedEmail,
    SendPasskeyRemovedEmail,
    SendMfaFactorUnenrolledEmail,
    SendPhoneChangedEmail,
    SendRecoveryCodesGeneratedEmail,
    SendNewSignInEmail,
    SendRecoveryCodeUsedEmail,
    SendRefundEmail,
    SendPaymentFailedEmail,
    SendPaymentReviewAlert,
    SendUnclaimedPaymentAlert,
    SendRecurringSetupFailedAlert,
    SendRefundFailedAlert,
    SendFailedCancellationAlert,
    SendUnrecognizedAccountAlert,
    SendStoryReceivedEmail,
    CancelConfirmationEmail,
  ],
})
export class NotificationsHandlersModule {}
