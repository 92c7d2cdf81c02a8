import { Module } from '@nestjs/common';
import { FactorsModule } from '../factors/factors.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthSms } from './auth-sms.js';
import { ChangePhone } from './change-phone.js';
import { ConfirmPhone } from './confirm-phone.js';
import { RequestSms } from './request-sms.js';
import { SmsCodes } from './sms-codes.js';
import { VerifyPhone } from './verify-phone.js';

@Module({
  imports: [FactorsModule, OneTimeTokensModule, SessionsModule, UsersModule],
  providers: [AuthSms, ChangePhone, ConfirmPhone, RequestSms, SmsCodes, VerifyPhone],
  exports: [AuthSms, ChangePhone, ConfirmPhone, RequestSms, SmsCodes, VerifyPhone],
})
export class PhoneModule {}
