import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { CheckoutModule } from '../../checkout/index.js';
import { SubscriptionsModule } from '../../subscriptions/index.js';
import { CoreModule } from '../core/core.module.js';
import { SupportModule } from '../support/support.module.js';
import {
  SendConfirmationEmail,
  SendRecoveryEmail,
  SendMagicLinkEmail,
  SendInvitationEmail,
  SendRefundEmail,
} from './account-emails.handlers.js';
import { CancelConfirmationEmail } from './cancel-confirmation-email.handler.js';
import {
  SendEmailChangeConfirmations,
  SendEmailChangedEmail,
  SendPasswordChangedEmail,
  SendReauthenticationEmail,
} from './security-emails.handlers.js';
import {
  SendAccountDeletedEmail,
  SendDataPurgeUpcomingEmail,
  SendDeletionScheduledEmail,
  SendDeletionUndoneEmail,
  SendExportReadyEmail,
} from './privacy-emails.handlers.js';
import {
  SendNewSignInEmail,
  SendMfaFactorEnrolledEmail,
  SendMfaFactorUnenrolledEmail,
  SendPasskeyAddedEmail,
  SendPasskeyRemovedEmail,
  SendPhoneChangedEmail,
  SendRecoveryCodesGeneratedEmail,
  SendRecoveryCodeUsedEmail,
} from './sign-in-method-emails.handlers.js';

/** Emails to users about their account and payments. For the worker. */
@Module({
  imports: [AuthModule, CheckoutModule, CoreModule, SubscriptionsModule, SupportModule],
  providers: [
    SendConfirmationEmail,
    SendRecoveryEmail,
    SendMagicLinkEmail,
    SendInvitationEmail,
    SendRefundEmail,
    SendEmailChangeConfirmations,
    SendEmailChangedEmail,
    SendPasswordChangedEmail,
    SendReauthenticationEmail,
    SendNewSignInEmail,
    SendMfaFactorEnrolledEmail,
    SendMfaFactorUnenrolledEmail,
    SendPasskeyAddedEmail,
    SendPasskeyRemovedEmail,
    SendPhoneChangedEmail,
    SendRecoveryCodesGeneratedEmail,
    SendRecoveryCodeUsedEmail,
    CancelConfirmationEmail,
    SendAccountDeletedEmail,
    SendDataPurgeUpcomingEmail,
    SendDeletionScheduledEmail,
    SendDeletionUndoneEmail,
    SendExportReadyEmail,
  ],
})
export class AccountEmailsModule {}
