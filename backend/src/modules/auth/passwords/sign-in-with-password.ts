import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import {
  EmailNotConfirmedError,
  InvalidCredentialsError,
  FeatureDisabledError,
  UserBannedError,
  PhoneNotConfirmedError,
} from '../core/auth-errors.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { isBanned, type UserRecord } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { Passwords } from './passwords.js';
import { PasswordHasher } from './passwords.port.js';
import { VerifyPassword, type VerifiedPassword } from './verify-password.js';

export interface PasswordSignIn {
  /** An email address, or the digits of a phone number. */
  identifier: string;
  by: 'email' | 'phone';
  password: string;
  captchaToken: string | undefined;
}

/** The password grant. The state of an account is revealed only to a caller with the right password. */
@Injectable()
export class SignInWithPassword {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly sessionGrants: SessionGrants,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly hasher: PasswordHasher,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /**
   * Throws `invalid_credentials`, `user_banned`, `email_not_confirmed`, `phone_not_confirmed`, `captcha_failed`, `rate_limited`, and
   * `email_provider_disabled` or `phone_provider_disabled`.
   */
  async signIn({ identifier, by, password, captchaToken }: PasswordSignIn): Promise<SessionGrant> {
    this.assertEnabled(by);
    const verified = await this.verifyPassword.verify(identifier, password, { captchaToken, by });
    if (!verified) throw new InvalidCredentialsError();
    if (isBanned(verified.user, this.clock.now())) throw new UserBannedError('malformed');
    if (by === 'email' && !maySignIn(verified.user)) throw new EmailNotConfirmedError();
    if (by === 'phone' && verified.user.phoneConfirmedAt == null) throw new PhoneNotConfirmedError();
    const grant = await this.open(verified);
    await this.renewHash(verified, password);
    const weakness = this.passwords.findWeakness(password, verified.user);
    if (!weakness) return grant;
    return { ...grant, weakPassword: { message: weakness.message, reasons: weakness.reasons } };
  }

  private assertEnabled(by: 'email' | 'phone'): void {
    const { emailEnabled, phoneEnabled } = this.settings.auth;
    if (by === 'email' ? emailEnabled : phoneEnabled) return;
    const name = by === 'email' ? 'Email' : 'Phone';
    throw new FeatureDisabledError('invalid', `${by}_provider_disabled`, `${name} logins are disabled`);
  }

  /** Replaces an imported or outdated hash while the password is available. */
  private async renewHash({ user, passwordHash }: VerifiedPassword, password: string): Promise<void> {
    if (!this.hasher.needsRehash(passwordHash)) return;
    await this.users.replaceHash(user.id, passwordHash, await this.hasher.hash(password));
  }

  private async open({ user, identities, passwordHash }: VerifiedPassword): Promise<SessionGrant> {
    const session = await this.sessionGrants.openAfterPassword(user, passwordHash);
    if (!session) throw new InvalidCredentialsError();
    return this.sessionGrants.grant(user, session, identities);
  }
}

/** Buyers can use what they paid for before they confirm their email. */
function maySignIn(user: UserRecord): boolean {
  return user.emailConfirmedAt != null || user.origin === 'payment';
}
