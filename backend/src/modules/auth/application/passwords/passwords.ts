import { isBanned } from '../../persistence/account.entity.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { WeakPasswordError } from '../../domain/auth-errors.js';
import { BreachedPasswords } from '../../domain/breached-passwords.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { assertStrong } from '../../domain/password-rules.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { viewAccount, type Account } from '../accounts/account-view.js';
import { ProvePassword } from './prove-password.js';

/** Passwords for the modules above: judged, hashed and checked, never kept. */
@Injectable()
export class Passwords {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly breached: BreachedPasswords,
    private readonly proof: ProvePassword,
    private readonly factors: FactorsRepository,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Throws `WeakPasswordError` naming every rule that the password breaks. */
  assertStrong(password: string): void {
    const { passwordMinLength, passwordCharacters } = this.settings.auth;
    assertStrong(password, {
      minLength: passwordMinLength,
      characters: passwordCharacters,
      common: this.breached.isCommon(password),
      breached: this.breached.isBreached(password),
    });
  }

  /** What is wrong with a password by the rules of today; undefined when nothing is. */
  weaknessOf(password: string): WeakPasswordError | undefined {
    try {
      this.assertStrong(password);
      return undefined;
    } catch (error) {
      if (error instanceof WeakPasswordError) return error;
      throw error;
    }
  }

  /** The argon2id hash of a strong password. Takes tens of milliseconds: never inside a transaction. Refuses weak ones. */
  async hash(password: string): Promise<string> {
    this.assertStrong(password);
    return this.hasher.hash(password);
  }

  /**
   * The account whose password this is, with the counters, delays and audit of a sign-in; the captcha is the caller's to ask,
   * before. Undefined for an unknown address, a wrong or missing password, a banned account and one with
   * a second factor alike. Throws `rate_limited`.
   */
  async proveOwner(email: string, password: string): Promise<Account | undefined> {
    const proven = await this.proof.proveWithoutCaptcha(email, password);
    if (!proven || isBanned(proven.account, this.clock.now())) return undefined;
    const factors = await this.factors.of(proven.account);
    if (factors.some(({ status }) => status === 'verified')) return undefined;
    return viewAccount(proven.account);
  }
}
