import { Module } from '@nestjs/common';
import { SmsModule } from '../../platform/sms/sms.module.js';
import { AuthModule } from '../auth/index.js';
import { StoriesModule } from '../stories/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { AlertStaff } from './application/alert-staff.js';
import { CancelEmail } from './application/cancel-email.js';
import { ComposeEmail } from './application/compose-email.js';
import { EmailMetrics } from './application/email-metrics.js';
import { Emails } from './application/emails.js';
import { MailAccount } from './application/mail-account.js';
import { PreviewLetters } from './application/preview-letters.js';
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
  AlertOfFailedRecurringSetup,
  AlertOfFailedRefund,
  AlertOfPaymentReview,
  AlertOfPlansNotEnded,
  AlertOfUnclaimedPayment,
} from './handlers/alert-staff.handlers.js';
import { BringDeferredEmailsForward, ProbeMailServer } from './handlers/deferred-emails.tasks.js';
import { SendEmail } from './handlers/send-email.handler.js';
import {
  SendConfirmationLink,
  SendInvitation,
  SendRecoveryLink,
  SendSignInLink,
  TellOfFailedPayment,
  TellOfRefund,
} from './handlers/tell-customer.handlers.js';
import { ForgetOldMessages } from './handlers/forget-old-messages.task.js';
import { SendHeldAlerts } from './handlers/send-held-alerts.task.js';
import { QueueSms, SendSms } from './handlers/send-sms.handlers.js';
import {
  TellOfAddedFactor,
  TellOfAddedPasskey,
  TellOfNewPhone,
  TellOfRecoveryCodes,
  TellOfRemovedFactor,
  TellOfRemovedPasskey,
  TellOfSignInElsewhere,
  TellOfUsedRecoveryCode,
} from './handlers/tell-of-access.handlers.js';
import {
  AskBothMailboxes,
  SendReauthenticationCode,
  TellFormerMailbox,
  TellOfNewPassword,
} from './handlers/tell-of-security.handlers.js';
import { TellStaffOfDisownedAccount, TellStaffOfStory } from './handlers/tell-staff.handlers.js';
import { WelcomeSubscriber } from './handlers/welcome-subscriber.handler.js';
import { WithdrawConfirmation } from './handlers/withdraw-confirmation.handler.js';
import { LettersController } from './http/letters.controller.js';
import { SendWelcomeEmailController } from './http/send-welcome-email.controller.js';
import { DeferredEmailsRepository } from './persistence/deferred-emails.repository.js';
import { EmailSearchRepository } from './persistence/email-search.repository.js';
import { EmailsRepository } from './persistence/emails.repository.js';
import { SmsRepository } from './persistence/sms.repository.js';
import { StaffAlertsRepository } from './persistence/staff-alerts.repository.js';
import { SendingRepository } from './persistence/sending.repository.js';

const modulesBelow = [AuthModule, SubscriptionsModule, StoriesModule];
const forHandlers = [
  QueueWelcomeEmail,
  QueueEmail,
  MailAccount,
  ComposeEmail,
  CancelEmail,
  EmailMetrics,
  SmsMetrics,
  SmsRepository,
];

@Module({
  imports: modulesBelow,
  controllers: [SendWelcomeEmailController, LettersController],
  providers: [
    ...forHandlers,
    SendWelcomeEmail,
    PreviewLetters,
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

/** Reactions of notifications, the sending of mails among them; for the worker. */
@Module({
  imports: [...modulesBelow, NotificationsModule, SmsModule],
  providers: [
    QueueSms,
    SendSms,
    ForgetOldMessages,
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
    BringDeferredEmailsForward,
    WelcomeSubscriber,
    SendConfirmationLink,
    SendRecoveryLink,
    SendSignInLink,
    SendInvitation,
    AskBothMailboxes,
    SendReauthenticationCode,
    TellFormerMailbox,
    TellOfNewPassword,
    TellOfAddedFactor,
    TellOfAddedPasskey,
    TellOfRemovedPasskey,
    TellOfRemovedFactor,
    TellOfNewPhone,
    TellOfRecoveryCodes,
    TellOfSignInElsewhere,
    TellOfUsedRecoveryCode,
    TellOfRefund,
    TellOfFailedPayment,
    AlertOfPaymentReview,
    AlertOfUnclaimedPayment,
    AlertOfFailedRecurringSetup,
    AlertOfFailedRefund,
    AlertOfPlansNotEnded,
    TellStaffOfDisownedAccount,
    TellStaffOfStory,
    WithdrawConfirmation,
  ],
})
export class NotificationsHandlersModule {}
