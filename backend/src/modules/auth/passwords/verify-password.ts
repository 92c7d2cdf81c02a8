import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { SignInTickets } from '../../../platform/security/sign-in-tickets.js';
import type { UserWithIdentities } from '../users/persistence/user-with-identities.js';
import type { UserRecord } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { PasswordAttempts, type CheckedPassword } from './password-attempts.js';
import { isTooLong } from './password-rules.js';
import { PasswordHasher } from './passwords.port.js';

const MAX_EMAIL_LENGTH = 320;

/** A user whose password was just verified, and the hash it was checked against. */
export interface VerifiedPassword extends UserWithIdentities {
  passwordHash: string;
}

/**
 * The one way to check a password: captcha, rate limits, equal work for known and unknown addresses, audit. Call it outside any
 * transaction: hashing is slow.
 */
@Injectable()
export class VerifyPassword {
  constructor(
    private readonly captcha: Captcha,
    private readonly tickets: SignInTickets,
    private readonly attempts: PasswordAttempts,
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  /**
   * `captchaToken` may be a ticket from {@link SignInTickets}. With `by: 'phone'`, `email` holds the digits of a phone number. Undefined for an unknown address, a user without a password,
   * and a wrong password.
   */
  async verify(
    email: string,
    password: string,
    options: { captchaToken?: string; by?: 'email' | 'phone' },
  ): Promise<VerifiedPassword | undefined> {
    const { captchaToken } = options;
    if (!(await this.tickets.redeem(captchaToken, email))) await this.captcha.check(captchaToken);
    return this.verifyWithoutCaptcha(email, password, options.by);
  }

  /** For callers that have checked the captcha themselves, or that hold another credential such as a one-time link. */
  async verifyWithoutCaptcha(
    email: string,
    password: string,
    by: 'email' | 'phone' = 'email',
  ): Promise<VerifiedPassword | undefined> {
    const identifier = email.length <= MAX_EMAIL_LENGTH ? email : '';
    const { verified } = await this.attempts.check(identifier, async () => {
      const found = await this.users.findForSignIn(identifier, by);
      const passwordHash = found?.user.passwordHash ?? null;
      const matches = await this.hasher.matches(passwordHash, isTooLong(password) ? '' : password);
      if (found && passwordHash !== null && matches) return { ...found, passwordHash };
      await this.audit.record({
        actorId: null,
        action: 'password.rejected',
        ...(found ? { subject: { type: 'user', id: found.user.id } } : {}),
      });
      return undefined;
    });
    return verified;
  }

  /** Compares a password with a given user's hash, with the same rate limits. */
  compare(
    { id, email, phone }: Pick<UserRecord, 'id' | 'email' | 'phone'>,
    passwordHash: string,
    password: string,
  ): Promise<CheckedPassword<true>> {
    return this.attempts.check(
      email ?? phone ?? id,
      async () => (await this.hasher.matches(passwordHash, password)) || undefined,
    );
  }
}
