import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { AccessGuard } from './access/http/access.guard.js';
import { AdminModule } from './admin/admin.module.js';
import { CurrentUserModule } from './current-user/current-user.module.js';
import { AuthDiscoveryModule } from './discovery/discovery.module.js';
import { EmailOtpModule } from './email-otp/email-otp.module.js';
import { FactorsModule } from './factors/factors.module.js';
import { ExpiredRowsRepository } from './maintenance/expired-rows.repository.js';
import { PurgeExpiredRows } from './maintenance/purge-expired-rows.js';
import { PurgeExpiredSessions } from './maintenance/purge-expired-sessions.task.js';
import { MfaModule } from './mfa/mfa.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { OneTimeTokensModule } from './one-time-tokens/one-time-tokens.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { AccountPersonalData } from './personal-data.js';
import { PhoneModule } from './phone/phone.module.js';
import { DeviceCookie } from './sessions/http/device-cookie.middleware.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignUpModule } from './sign-up/sign-up.module.js';
import { SsoModule } from './sso/sso.module.js';
import { TokenModule } from './token/token.module.js';
import { UsersModule } from './users/users.module.js';

/** Routes that can create a session. */
const SIGN_IN_PATHS = ['signup', 'token', 'verify', 'passkeys/authentication/verify'].map(
  (path) => `auth/v1/${path}`,
);

/** The slices whose providers other modules use. */
const publicSlices = [
  UsersModule,
  AccessModule,
  OneTimeTokensModule,
  PasswordsModule,
  PhoneModule,
  EmailOtpModule,
  AdminModule,
  CurrentUserModule,
  SessionsModule,
];

@Module({
  imports: [
    ...publicSlices,
    FactorsModule,
    SignUpModule,
    PasskeysModule,
    MfaModule,
    OAuthModule,
    SsoModule,
    TokenModule,
    // Must stay last: routes register in this order, and its last controller matches every path that no other one does.
    AuthDiscoveryModule,
  ],
  providers: [ExpiredRowsRepository, PurgeExpiredRows, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [...publicSlices, PurgeExpiredRows],
})
export class AuthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(DeviceCookie).forRoutes(...SIGN_IN_PATHS);
  }
}

/** Loaded by the worker only. */
@Module({ imports: [AuthModule], providers: [AccountPersonalData, PurgeExpiredSessions] })
export class AuthHandlersModule {}
