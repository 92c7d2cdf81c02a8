import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { ServiceUnavailableError } from '../../../platform/domain-error.js';
import { UserAlreadyExistsError } from '../core/auth-errors.js';
import { AuthEmails } from '../email-otp/auth-emails.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { fabricateUser } from './fabricated-user.js';
import { RegisterUser, type Registration } from './register-user.js';
import { SignUpPasswords } from './sign-up-passwords.js';
import { SignUpPolicy, type PasswordSignUp } from './sign-up-policy.js';
import type { SignUpOutcome } from './store-sign-up.js';

export type SignUpRequest = Registration & PasswordSignUp;

/** A concurrent sign-up for the same address requires another attempt. */
const MAX_ATTEMPTS = 3;

/** Creates a user with an email and a password, or resends the confirmation email to an unconfirmed one. */
@Injectable()
export class SignUp {
  constructor(
    private readonly policy: SignUpPolicy,
    private readonly passwords: SignUpPasswords,
    private readonly users: UsersRepository,
    private readonly registerUser: RegisterUser,
    private readonly emails: AuthEmails,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  async signUp(request: SignUpRequest): Promise<SignUpOutcome> {
    await this.policy.assertAllowed('email', request);
    const autoconfirm = this.settings.auth.autoconfirmEmail;
    let counted = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const existing = await this.users.findByEmail(request.email);
      if (existing && isTaken(existing) && !this.hidesExisting()) throw new UserAlreadyExistsError();
      if (!counted && !autoconfirm) await this.emails.count('signup', request.email);
      counted = true;
      const hash = await this.passwords.hashFor(existing, request.password, { autoconfirm });
      if (existing && isTaken(existing)) return { user: this.fabricate(request) };
      const outcome = await this.registerUser.register(request, existing, hash);
      if (outcome) return outcome;
    }
    throw new ServiceUnavailableError();
  }

  /** Under autoconfirm a new user is signed in immediately, so there is nothing to hide. */
  private hidesExisting(): boolean {
    const { hideExistingAccounts, autoconfirmEmail } = this.settings.auth;
    return hideExistingAccounts && !autoconfirmEmail;
  }

  private fabricate({ email, userMetadata }: SignUpRequest): User {
    return fabricateUser(uuid(), email.trim(), userMetadata, this.clock.now());
  }
}

/** A sign-up must not disturb an account created by a payment, even while its email is unconfirmed. */
function isTaken(user: UserEntity): boolean {
  return user.emailConfirmedAt != null || user.origin === 'payment';
}
