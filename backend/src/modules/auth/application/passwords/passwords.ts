import { isBanned } from '../../persistence/user.entity.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { WeakPasswordError } from '../../domain/auth-errors.js';
import { BreachedPasswords } from '../../domain/breached-passwords.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { assertStrong, personalWords, type PasswordOwner } from '../../domain/password-rules.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { toUserSummary, type UserSummary } from '../users/user-summary.js';
import { VerifyPassword } from './verify-password.js';

/** Passwords for the modules above: judged, hashed and checked, never kept. */
@Injectable()
export class Passwords {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly breachedPasswords: BreachedPasswords,
    private readonly verifyPassword: VerifyPassword,
    private readonly factors: FactorsRepository,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Throws `WeakPasswordError` naming every rule that the password breaks. */
  assertStrong(password: string, owner: PasswordOwner): void {
    const { passwordMinLength, passwordCharacters } = this.settings.auth;
    assertStrong(password, {
      minLength: passwordMinLength,
      characters: passwordCharacters,
      guessable: this.breachedPasswords.isGuessable(password, personalWords(owner)),
      breached: this.breachedPasswords.isBreached(password),
    });
  }

  /** What is wrong with a password by the rules of today; undefined when nothing is. */
  findWeakness(password: string, owner: PasswordOwner): WeakPasswordError | undefined {
    try {
      this.assertStrong(password, owner);
      return undefined;
    } catch (error) {
      if (error instanceof WeakPasswordError) return error;
      throw error;
    }
  }

  /** The argon2id hash of a strong password. Takes tens of milliseconds: never inside a transaction. Rejects weak ones. */
  async hash(password: string, owner: PasswordOwner): Promise<string> {
    this.assertStrong(password, owner);
    return this.hasher.hash(password);
  }

  /**
   * The account whose password this is, with the counters, delays and audit of a sign-in; the captcha is the caller's to ask,
   * before. Undefined for an unknown address, a wrong or missing password, a banned account and one with
   * a second factor alike. Throws `rate_limited`.
   */
  async verify(email: string, password: string): Promise<UserSummary | undefined> {
    const confirmed = await this.verifyPassword.verifyWithoutCaptcha(email, password);
    if (!confirmed || isBanned(confirmed.user, this.clock.now())) return undefined;
    const factors = await this.factors.of(confirmed.user);
    if (factors.some(({ status }) => status === 'verified')) return undefined;
    return toUserSummary(confirmed.user);
  }
}
