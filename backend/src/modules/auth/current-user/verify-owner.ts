import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import {
  CurrentPasswordInvalidError,
  CurrentPasswordRequiredError,
  OtpExpiredError,
  ReauthenticationInvalidError,
  ReauthenticationNeededError,
} from '../core/auth-errors.js';
import { CodeLookup } from '../one-time-tokens/code-lookup.js';
import type { OneTimeTokenEntity } from '../one-time-tokens/one-time-token.entity.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import { SessionsRepository } from '../sessions/persistence/sessions.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

/** An older session may have been left unattended, so changing the password then takes a nonce. */
const RECENT_SIGN_IN_SECONDS = 86_400;

export interface OwnerCredentials {
  currentPassword: string | undefined;
  /** The code that reauthentication sends. */
  nonce: string | undefined;
}

/** A nonce that matches and has not been used. */
export type FoundNonce = OneTimeTokenEntity & { tokenHash: Buffer };

/**
 * Verifies that a caller who changes the password is the account's owner, as far as the settings require it. A current password is
 * always checked when sent.
 */
@Injectable()
export class VerifyOwner {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly verifyPassword: VerifyPassword,
    private readonly codeLookup: CodeLookup,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /**
   * Call outside a transaction: a wrong guess must stay counted. {@link useNonce} uses up the returned nonce. Throws
   * `current_password_required`, `current_password_invalid`, `reauthentication_needed`, `reauthentication_not_valid`.
   */
  async verify(
    user: UserEntity,
    sessionId: string,
    { currentPassword, nonce }: OwnerCredentials,
  ): Promise<FoundNonce | undefined> {
    if (currentPassword === undefined) await this.assertPasswordGiven(user, sessionId);
    else await this.assertCurrentPassword(user, currentPassword);
    if (nonce !== undefined) return this.findNonce(user, nonce);
    if (!this.settings.auth.reauthenticationRequired) return undefined;
    const openedAt = await this.sessionsRepository.findCreatedAt(sessionId);
    if (!openedAt || openedAt <= this.clock.in(-RECENT_SIGN_IN_SECONDS))
      throw new ReauthenticationNeededError();
    return undefined;
  }

  /** Call inside the transaction that changes the password. Throws `reauthentication_not_valid` if the nonce has been used since. */
  async useNonce(nonce: FoundNonce): Promise<void> {
    if (!(await this.tokens.consume(nonce))) throw new ReauthenticationInvalidError();
  }

  /**
   * If the settings require a current password, throws, to protect the account from someone who finds a session left open. Does not
   * apply after a recovery or to users without a password.
   */
  private async assertPasswordGiven({ passwordHash }: UserEntity, sessionId: string): Promise<void> {
    if (!this.settings.auth.currentPasswordRequired || passwordHash == null) return;
    if (!(await this.sessionsRepository.isRecovery(sessionId))) throw new CurrentPasswordRequiredError();
  }

  /** Call outside a transaction. Wrong passwords count as in a sign-in. Throws `current_password_invalid`. */
  async assertCurrentPassword({ id, email, phone }: UserEntity, currentPassword: string): Promise<void> {
    const verified = await this.verifyPassword.verifyWithoutCaptcha(
      email ?? phone ?? '',
      currentPassword,
      email == null ? 'phone' : 'email',
    );
    if (verified?.user.id !== id) throw new CurrentPasswordInvalidError();
  }

  private async findNonce({ id, email, phone }: UserEntity, nonce: string): Promise<FoundNonce> {
    try {
      return await this.codeLookup.findByUsers([id], email ?? phone ?? '', nonce, ['reauthentication']);
    } catch (error) {
      throw error instanceof OtpExpiredError ? new ReauthenticationInvalidError() : error;
    }
  }
}
