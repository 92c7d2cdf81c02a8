import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { ServiceUnavailableError } from '../../../platform/errors/domain-error.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { FeatureDisabledError, UserAlreadyExistsError, SignUpDisabledError } from '../core/auth-errors.js';
import { EmailRateLimit } from '../email-otp/email-rate-limit.js';
import type { SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { fabricateUser } from './fabricated-user.js';
import { RegisterUser, type Registration } from './register-user.js';
import { SignUpPasswords } from './sign-up-passwords.js';

export interface SignUpRequest extends Registration {
  password: string;
  captchaToken: string | undefined;
}

/** A session under autoconfirm; otherwise the user, who has to confirm their email. */
export type SignUpOutcome = { session: SessionGrant } | { user: User };

/** A concurrent sign-up for the same address requires another attempt. */
const MAX_ATTEMPTS = 3;

/** Creates a user with an email and a password, or resends the confirmation email to an unconfirmed one. */
@Injectable()
export class SignUp {
  constructor(
    private readonly captcha: Captcha,
    private readonly passwords: SignUpPasswords,
    private readonly users: UsersRepository,
    private readonly registerUser: RegisterUser,
    private readonly emailRateLimit: EmailRateLimit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async signUp(request: SignUpRequest): Promise<SignUpOutcome> {
    this.assertSignUpEnabled();
    await this.captcha.check(request.captchaToken);
    this.passwords.assertStrong(request.password, request);
    const autoconfirm = this.settings.auth.autoconfirmEmail;
    let counted = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const existing = await this.users.findByEmail(request.email);
      if (existing && isTaken(existing) && !this.hidesExisting()) throw new UserAlreadyExistsError();
      if (!counted && !autoconfirm) await this.emailRateLimit.count('signup', request.email);
      counted = true;
      const hash = await this.passwords.hashFor(existing, request.password, { autoconfirm });
      if (existing && isTaken(existing)) return { user: this.fabricate(request) };
      const outcome = await this.registerUser.register(request, existing, { hash });
      if (outcome) return outcome;
    }
    throw new ServiceUnavailableError();
  }

  /** Under autoconfirm a new user is signed in immediately, so there is nothing to hide. */
  private hidesExisting(): boolean {
    const { hideExistingAccounts, autoconfirmEmail } = this.settings.auth;
    return hideExistingAccounts && !autoconfirmEmail;
  }

  private assertSignUpEnabled(): void {
    const { signupEnabled, emailEnabled } = this.settings.auth;
    if (!signupEnabled) {
      throw new SignUpDisabledError();
    }
    if (!emailEnabled)
      throw new FeatureDisabledError('malformed', 'email_provider_disabled', 'Email signups are disabled');
  }

  private fabricate({ email, userMetadata }: SignUpRequest): User {
    return fabricateUser(uuid(), email.trim(), userMetadata, this.clock.now());
  }
}

/** A sign-up must not disturb an account created by a payment, even while its email is unconfirmed. */
function isTaken(user: UserEntity): boolean {
  return user.emailConfirmedAt != null || user.origin === 'payment';
}
