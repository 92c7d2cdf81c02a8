import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EmailOtpModule } from '../email-otp/email-otp.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PhoneModule } from '../phone/phone.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthorizeUpdate } from './authorize-update.js';
import { ChangePassword } from './change-password.js';
import { ConfirmOwner } from './confirm-owner.js';
import { CurrentUserController } from './current-user.controller.js';
import { CurrentUser } from './current-user.js';
import { Reauthenticate } from './reauthenticate.js';
import { UpdateCurrentUser } from './update-current-user.js';
import { UserController } from './user.controller.js';
import { VerifyOwner } from './verify-owner.js';

@Module({
  imports: [
    AccessModule,
    EmailOtpModule,
    FactorsModule,
    OneTimeTokensModule,
    PasswordsModule,
    PhoneModule,
    ProtocolModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [CurrentUserController, UserController],
  providers: [
    AuthorizeUpdate,
    ChangePassword,
    ConfirmOwner,
    CurrentUser,
    Reauthenticate,
    UpdateCurrentUser,
    VerifyOwner,
  ],
  exports: [ConfirmOwner],
})
export class CurrentUserModule {}
