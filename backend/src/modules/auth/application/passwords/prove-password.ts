import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { isTooLong } from '../../domain/password-rules.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import type { AccountWithIdentities } from '../../persistence/whole-account.js';
import { PasswordAttempts } from './password-attempts.js';

/** Of any spelling; longer texts would only fill the counters' memory. */
const LONGEST_ADDRESS = 320;

/** An account whose password was just given rightly, and the hash it was checked against. */
export interface ProvenPassword extends AccountWithIdentities {
  passwordHash: string;
}

/**
 * Checks a password the way every door of the product does: captcha, counters, equal work for known and unknown addresses,
 * audit. Outside any transaction: it takes a whole hash.
 */
@Injectable()
export class ProvePassword {
  constructor(
    private readonly captcha: Captcha,
    private readonly attempts: PasswordAttempts,
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  /** By the digits of a number instead, where told so. Undefined for an unknown address, an account without password and a wrong password alike. */
  async prove(
    email: string,
    password: string,
    options: { captchaToken?: string; by?: 'email' | 'phone' },
  ): Promise<ProvenPassword | undefined> {
    await this.captcha.check(options.captchaToken);
    return this.proveWithoutCaptcha(email, password, options.by);
  }

  /** For callers who have asked the captcha themselves, or have shown another proof already, e.g. a one-time link. */
  async proveWithoutCaptcha(
    email: string,
    password: string,
    by: 'email' | 'phone' = 'email',
  ): Promise<ProvenPassword | undefined> {
    if (email.length > LONGEST_ADDRESS) return undefined;
    const attempt = await this.attempts.begin(email);
    const found = await this.accounts.findForSignIn(email, by);
    const passwordHash = found?.account.passwordHash ?? null;
    const right = await this.hasher.matches(passwordHash, isTooLong(password) ? '' : password);
    if (found && passwordHash !== null && right) {
      await this.attempts.succeeded(attempt);
      return { ...found, passwordHash };
    }
    await this.attempts.failed();
    await this.audit.record({
      actorId: null,
      action: 'password.refused',
      ...(found ? { subject: { type: 'account', id: found.account.id } } : {}),
    });
    return undefined;
  }
}
