import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { WeakPasswordError } from '../core/auth-errors.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { isBanned } from '../users/persistence/user.entity.js';
import { toUserSummary, type UserSummary } from '../users/user-summary.js';
import { assertStrongPassword, personalWords, type PasswordOwner } from './password-rules.js';
import { BreachedPasswords, PasswordHasher } from './passwords.port.js';
import { VerifyPassword } from './verify-password.js';

/** Validates, hashes and verifies passwords, for other modules too. */
@Injectable()
export class Passwords {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly breachedPasswords: BreachedPasswords,
    private readonly verifyPassword: VerifyPassword,
    private readonly factors: FactorsRepository,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Throws `WeakPasswordError` naming every rule that the password breaks. */
  assertStrong(password: string, owner: PasswordOwner): void {
    const { passwordMinLength, passwordCharacters } = this.settings.auth;
    const hashed = password.normalize('NFC');
    assertStrongPassword(hashed, {
      minLength: passwordMinLength,
      characters: passwordCharacters,
      guessable: this.breachedPasswords.isGuessable(hashed, personalWords(owner)),
      breached: this.breachedPasswords.isBreached(hashed),
    });
  }

  /** The rules that a password breaks; undefined if it is strong enough. */
  findWeakness(password: string, owner: PasswordOwner): WeakPasswordError | undefined {
    try {
      this.assertStrong(password, owner);
      return undefined;
    } catch (error) {
      if (error instanceof WeakPasswordError) return error;
      throw error;
    }
  }

  /** The argon2id hash. Takes tens of milliseconds, so never call it inside a transaction. Throws `WeakPasswordError`. */
  async hash(password: string, owner: PasswordOwner): Promise<string> {
    this.assertStrong(password, owner);
    return this.hasher.hash(password);
  }

  /**
   * Returns the user with this email and password, with the rate limits, delays and audit of a sign-in. The caller checks the
   * captcha first. Undefined for an unknown address, a wrong or missing password, a banned user, and a user with a second factor.
   * Throws `rate_limited`.
   */
  async verify(email: string, password: string): Promise<UserSummary | undefined> {
    const verified = await this.verifyPassword.verifyWithoutCaptcha(email, password);
    if (!verified || isBanned(verified.user, this.clock.now())) return undefined;
    const factors = await this.factors.findByUser(verified.user);
    if (factors.some(({ status }) => status === 'verified')) return undefined;
    return toUserSummary(verified.user);
  }
}
