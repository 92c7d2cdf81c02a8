import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SessionNotFoundError } from '../access/session-errors.js';
import {
  CurrentPasswordInvalidError,
  CurrentPasswordRequiredError,
  ReauthenticationInvalidError,
  ReauthenticationNeededError,
  SamePasswordError,
} from '../core/auth-errors.js';
import { userPasswordChanged } from '../core/events.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { Passwords } from '../passwords/passwords.js';
import { PasswordHasher } from '../passwords/passwords.port.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import { SessionsRepository } from '../sessions/persistence/sessions.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { Reauthenticate, type FoundNonce } from './reauthenticate.js';

/** An older session may have been left unattended, so changing the password then takes a nonce. */
const RECENT_SIGN_IN_SECONDS = 86_400;

export interface PasswordUpdate {
  password: string;
  currentPassword: string | undefined;
  /** Sent by {@link Reauthenticate}. */
  nonce: string | undefined;
}

/** A new password that passed all checks, hashed, with its matched nonce. */
export interface ValidatedPassword {
  hash: string;
  nonce: FoundNonce | undefined;
  /** Call once the password is set: comparing it with the current one was not a guess. */
  release: () => void;
}

/** Changes the caller's password, which ends every other session, voids all pending links and notifies the user by email. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly passwords: Passwords,
    private readonly verifyPassword: VerifyPassword,
    private readonly hasher: PasswordHasher,
    private readonly reauthentication: Reauthenticate,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Call outside any transaction. Throws `weak_password`, `same_password`, `current_password_required`, `current_password_invalid`,
   * `reauthentication_needed`, `reauthentication_not_valid`.
   */
  async validate(
    user: UserEntity,
    { sessionId }: AuthenticatedCaller,
    { password, currentPassword, nonce }: PasswordUpdate,
  ): Promise<ValidatedPassword> {
    this.passwords.assertStrong(password, user);
    await this.assertCurrentPassword(user, sessionId, currentPassword);
    if (nonce === undefined && this.settings.auth.reauthenticationRequired) {
      const openedAt = await this.sessionsRepository.findCreatedAt(sessionId);
      if (!openedAt || openedAt <= this.clock.in(-RECENT_SIGN_IN_SECONDS))
        throw new ReauthenticationNeededError();
    }
    const foundNonce = nonce === undefined ? undefined : await this.reauthentication.find(user, nonce);
    const { release } = await this.assertDifferent(user, password);
    return { hash: await this.hasher.hash(password), nonce: foundNonce, release };
  }

  /** Counted as an attempt: a call that fails later must not allow unlimited guesses at the current password. */
  private async assertDifferent(user: UserEntity, password: string): Promise<{ release: () => void }> {
    if (user.passwordHash == null) return { release: () => undefined };
    const compared = await this.verifyPassword.compare(user, user.passwordHash, password);
    if (compared.verified) throw new SamePasswordError();
    return compared;
  }

  /** Checks the session again: it may have ended while the password was being hashed. */
  async set(
    user: UserEntity,
    { hash, nonce }: ValidatedPassword,
    caller: AuthenticatedCaller,
  ): Promise<void> {
    const session = await this.sessionsRepository.lock(caller.sessionId);
    if (!session) throw new SessionNotFoundError();
    if (nonce && !(await this.tokens.consume(nonce))) throw new ReauthenticationInvalidError();
    user.passwordHash = hash;
    session.recovery = false;
    await this.sessionsRepository.endAll(user.id, { except: caller.sessionId });
    await this.tokens.removeAllForUser(user.id);
    await this.outbox.emit(userPasswordChanged, { userId: user.id });
  }

  /**
   * If the settings require it, protects the account from someone who finds a session left open. Wrong passwords count as in a
   * sign-in. Does not apply after a recovery or to users without a password.
   */
  private async assertCurrentPassword(
    { id, email, phone, passwordHash }: UserEntity,
    sessionId: string,
    currentPassword: string | undefined,
  ): Promise<void> {
    if (!this.settings.auth.currentPasswordRequired || passwordHash == null) return;
    if (await this.sessionsRepository.isRecovery(sessionId)) return;
    if (currentPassword === undefined) throw new CurrentPasswordRequiredError();
    const verified = await this.verifyPassword.verifyWithoutCaptcha(
      email ?? phone ?? '',
      currentPassword,
      email == null ? 'phone' : 'email',
    );
    if (verified?.user.id !== id) throw new CurrentPasswordInvalidError();
  }
}
