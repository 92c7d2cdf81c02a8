import { Module } from '@nestjs/common';
import { EmailOtpModule } from '../email-otp/email-otp.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PhoneModule } from '../phone/phone.module.js';
import { PkceModule } from '../pkce/pkce.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { RegisterPhoneUser } from './register-phone-user.js';
import { RegisterUser } from './register-user.js';
import { SignUpAnonymously } from './sign-up-anonymously.js';
import { SignUpByPhone } from './sign-up-by-phone.js';
import { SignUpController } from './sign-up.controller.js';
import { SignUpPasswords } from './sign-up-passwords.js';
import { SignUpPolicy } from './sign-up-policy.js';
import { SignUp } from './sign-up.js';
import { StoreSignUp } from './store-sign-up.js';

@Module({
  imports: [
    EmailOtpModule,
    PasswordsModule,
    PhoneModule,
    PkceModule,
    ProtocolModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [SignUpController],
  providers: [
    RegisterPhoneUser,
    RegisterUser,
    SignUp,
    SignUpAnonymously,
    SignUpByPhone,
    SignUpPasswords,
    SignUpPolicy,
    StoreSignUp,
  ],
})
export class SignUpModule {}
