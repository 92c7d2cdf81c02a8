import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PhoneModule } from '../phone/phone.module.js';
import { PkceModule } from '../pkce/pkce.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ChangeEmail } from './change-email.js';
import { ClaimPaidUser } from './claim-paid-user.js';
import { ConfirmEmail } from './confirm-email.js';
import { ConfirmPaidUser } from './confirm-paid-user.js';
import { ConvertAnonymousUser } from './convert-anonymous-user.js';
import { EmailRateLimit } from './email-rate-limit.js';
import { EmailOtpController } from './http/email-otp.controller.js';
import { PaymentLinkActions } from './http/payment-link-actions.js';
import { VerifyController } from './http/verify.controller.js';
import { RequestEmail } from './request-email.js';
import { RequestSignIn } from './request-sign-in.js';
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
    ChangeEmail,
    ClaimPaidUser,
    ConfirmEmail,
    ConfirmPaidUser,
    ConvertAnonymousUser,
    EmailRateLimit,
    PaymentLinkActions,
    RequestEmail,
    RequestSignIn,
    VerifyEmailChange,
    VerifyLink,
  ],
  exports: [ChangeEmail, ConfirmEmail, EmailRateLimit],
})
export class EmailOtpModule {}
