import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { isTooLong } from '../../domain/password-rules.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import type { UserRecord } from '../../persistence/user.entity.js';
import type { UserWithIdentities } from '../../persistence/user-with-identities.js';
import { PasswordAttempts, type CheckedPassword } from './password-attempts.js';

/** Of any spelling. */
const MAX_EMAIL_LENGTH = 320;

/** An account whose password was just given rightly, and the hash it was checked against. */
export interface VerifiedPassword extends UserWithIdentities {
  passwordHash: string;
}

/**
 * Checks a password the way every door of the product does: captcha, counters, equal work for known and unknown addresses,
 * audit. Outside any transaction: it takes a whole hash.
 */
@Injectable()
export class VerifyPassword {
  constructor(
    private readonly captcha: Captcha,
    private readonly attempts: PasswordAttempts,
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  /** By the digits of a number instead, where told so. Undefined for an unknown address, an account without password and a wrong password alike. */
  async verify(
    email: string,
    password: string,
    options: { captchaToken?: string; by?: 'email' | 'phone' },
  ): Promise<VerifiedPassword | undefined> {
    await this.captcha.check(options.captchaToken);
    return this.verifyWithoutCaptcha(email, password, options.by);
  }

  /** For callers who have asked the captcha themselves, or have shown another proof already, e.g. a one-time link. */
  async verifyWithoutCaptcha(
    email: string,
    password: string,
    by: 'email' | 'phone' = 'email',
  ): Promise<VerifiedPassword | undefined> {
    const identifier = email.length <= MAX_EMAIL_LENGTH ? email : '';
    const { verified: confirmed } = await this.attempts.check(identifier, async () => {
      const found = await this.users.findForSignIn(identifier, by);
      const passwordHash = found?.user.passwordHash ?? null;
      const right = await this.hasher.matches(passwordHash, isTooLong(password) ? '' : password);
      if (found && passwordHash !== null && right) return { ...found, passwordHash };
      await this.audit.record({
        actorId: null,
        action: 'password.rejected',
        ...(found ? { subject: { type: 'user', id: found.user.id } } : {}),
      });
      return undefined;
    });
    return confirmed;
  }

  /** Compares a password with the hash of a known account; counted like every other. */
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
