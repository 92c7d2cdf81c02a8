import { Module } from '@nestjs/common';
import { FactorsModule } from '../factors/factors.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { Argon2Hasher } from './argon2-hasher.js';
import { BreachedPasswordList } from './breached-password-list.js';
import { PasswordAttempts } from './password-attempts.js';
import { Passwords } from './passwords.js';
import { PasswordHasher, BreachedPasswords } from './passwords.port.js';
import { ReplacePassword } from './replace-password.js';
import { SignInWithPassword } from './sign-in-with-password.js';
import { VerifyPassword } from './verify-password.js';

@Module({
  imports: [FactorsModule, OneTimeTokensModule, SessionsModule, UsersModule],
  providers: [
    PasswordAttempts,
    Passwords,
    ReplacePassword,
    SignInWithPassword,
    VerifyPassword,
    { provide: PasswordHasher, useClass: Argon2Hasher },
    { provide: BreachedPasswords, useClass: BreachedPasswordList },
  ],
  exports: [PasswordHasher, Passwords, ReplacePassword, SignInWithPassword, VerifyPassword],
})
export class PasswordsModule {}
