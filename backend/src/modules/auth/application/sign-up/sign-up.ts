import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { ServiceUnavailableError } from '../../../../platform/errors/domain-error.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { FeatureDisabledError, UserAlreadyExistsError } from '../../domain/auth-errors.js';
import { fabricateUser } from '../../domain/fabricated-user.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import type { User } from '../../domain/user.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { EmailInterval } from './email-interval.js';
import { Passwords } from '../passwords/passwords.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import { RegisterUser, type Registration } from './register-user.js';
import type { SessionGrant } from '../sessions/session-grants.js';

export interface SignUpRequest extends Registration {
  password: string;
  captchaToken: string | undefined;
}

/** A session at once where addresses need no proof; otherwise the account alone, with its email on the way. */
export type SignUpOutcome = { session: SessionGrant } | { user: User };

/** Two sign-ups for one address at once: the second one sees what the first one wrote. */
const TRIES = 3;

/** Makes an account with a password, or repeats the email for one that is not confirmed yet. */
@Injectable()
export class SignUp {
  constructor(
    private readonly captcha: Captcha,
    private readonly passwords: Passwords,
    private readonly hasher: PasswordHasher,
    private readonly passwordProof: VerifyPassword,
    private readonly users: UsersRepository,
    private readonly registerUser: RegisterUser,
    private readonly emailInterval: EmailInterval,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async signUp(request: SignUpRequest): Promise<SignUpOutcome> {
    this.assertOpen();
    await this.captcha.check(request.captchaToken);
    this.passwords.assertStrong(request.password, request);
    let counted = false;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const present = await this.users.findByEmail(request.email);
      if (present && isTaken(present) && !this.hidesExisting()) throw new UserAlreadyExistsError();
      if (!counted && !this.settings.auth.autoconfirmEmail)
        await this.emailInterval.count('signup', request.email);
      counted = true;
      const password = await this.checkPassword(present, request.password);
      if (present && isTaken(present)) return { user: this.fabricate(request) };
      const outcome = await this.registerUser.register(request, present, password);
      if (outcome) return outcome;
    }
    throw new ServiceUnavailableError();
  }

  /** One hash's work in every case, so that the time tells no one whether the address is known. */
  private async checkPassword(
    present: UserEntity | null,
    password: string,
  ): Promise<{ hash: string | null }> {
    const earlier = present?.passwordHash ?? null;
    if (earlier === null) return { hash: await this.hasher.hash(password) };
    return { hash: (await this.matches(present!, earlier, password)) ? earlier : null };
  }

  /** Where no mailbox is asked, the answer tells whether the password was right: then it counts as a guess. */
  private async matches(user: UserEntity, hash: string, password: string): Promise<boolean> {
    if (!this.settings.auth.autoconfirmEmail) return this.hasher.matches(hash, password);
    return (await this.passwordProof.compare(user, hash, password)).proven === true;
  }

  /** Where a new account is signed in at once there is nothing left to hide. */
  private hidesExisting(): boolean {
    const { hideExistingAccounts, autoconfirmEmail } = this.settings.auth;
    return hideExistingAccounts && !autoconfirmEmail;
  }

  private assertOpen(): void {
    const { signupEnabled, emailEnabled } = this.settings.auth;
    if (!signupEnabled) {
      throw new FeatureDisabledError('invalid', 'signup_disabled', 'Signups not allowed for this instance');
    }
    if (!emailEnabled)
      throw new FeatureDisabledError('malformed', 'email_provider_disabled', 'Email signups are disabled');
  }

  private fabricate({ email, userMetadata }: SignUpRequest): User {
    return fabricateUser(uuid(), email.trim(), userMetadata, this.clock.now());
  }
}

/** An account made by a payment is taken although no one proved its mailbox: signing up must not disturb it. */
function isTaken(user: UserEntity): boolean {
  return user.emailConfirmedAt != null || user.origin === 'payment';
}
