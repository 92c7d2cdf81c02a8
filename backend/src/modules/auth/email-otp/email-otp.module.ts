import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PhoneModule } from '../phone/phone.module.js';
import { PkceModule } from '../pkce/pkce.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApplyEmailChange } from './apply-email-change.js';
import { AuthEmails } from './auth-emails.js';
import { ChangeEmail } from './change-email.js';
import { ClaimPaidUser } from './claim-paid-user.js';
import { ConfirmEmail } from './confirm-email.js';
import { ConfirmPaidUser } from './confirm-paid-user.js';
import { CorrectPaidEmail } from './correct-paid-email.js';
import { EmailOtpController } from './http/email-otp.controller.js';
import { PaymentLinkActions } from './http/payment-link-actions.js';
import { VerifyController } from './http/verify.controller.js';
import { RequestEmail } from './request-email.js';
import { ReportUnrecognizedUser } from './report-unrecognized-user.js';
import { RequestSignIn } from './request-sign-in.js';
import { ReplaceCustomerEmail } from './replace-customer-email.js';
import { SetEmail } from './set-email.js';
import { VerifyEmailChange } from './verify-email-change.js';
import { VerifyLink } from './verify-link.js';

@Module({
  imports: [
    AccessModule,
    OneTimeTokensModule,
    PasswordsModule,
    PhoneModule,
    PkceModule,
    ProtocolModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [EmailOtpController, VerifyController],
  providers: [
    ApplyEmailChange,
    AuthEmails,
    ChangeEmail,
    ClaimPaidUser,
    ConfirmEmail,
    ConfirmPaidUser,
    CorrectPaidEmail,
    PaymentLinkActions,
    ReportUnrecognizedUser,
    RequestEmail,
    RequestSignIn,
    ReplaceCustomerEmail,
    SetEmail,
    VerifyEmailChange,
    VerifyLink,
  ],
  exports: [AuthEmails, ChangeEmail, ConfirmEmail, CorrectPaidEmail, ReplaceCustomerEmail, SetEmail],
})
export class EmailOtpModule {}
