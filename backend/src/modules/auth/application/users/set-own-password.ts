import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import {
  CurrentPasswordInvalidError,
  CurrentPasswordRequiredError,
  ReauthenticationInvalidError,
  ReauthenticationNeededError,
  SamePasswordError,
} from '../../domain/auth-errors.js';
import { userPasswordChanged } from '../../domain/events.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { SessionNotFoundError } from '../../domain/session-errors.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import { Passwords } from '../passwords/passwords.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { Reauthenticate, type FoundNonce } from './reauthenticate.js';

/** A session that was opened longer ago may have been left open: its bearer shows that he reads the mailbox. */
const FRESH_SECONDS = 86_400;

/** What someone who wants a new password shows, beside the session. */
export interface PasswordUpdate {
  password: string;
  /** The present one. */
  currentPassword: string | undefined;
  /** Digits that were sent by email. */
  nonce: string | undefined;
}

/** A password that was judged and hashed, and the nonce that came with it. */
export interface ValidatedPassword {
  hash: string;
  nonce: FoundNonce | undefined;
  /** Once the password is set: it was no guess at the earlier one. */
  giveBack: () => void;
}

/** A new password of one's own. It ends every other session and voids every pending link, and the owner is told by email. */
@Injectable()
export class SetOwnPassword {
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
   * Outside any transaction. Throws `weak_password`, `same_password`, `current_password_required`, `current_password_invalid`,
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
      const openedAt = await this.sessionsRepository.openedAt(sessionId);
      if (!openedAt || openedAt <= this.clock.in(-FRESH_SECONDS)) throw new ReauthenticationNeededError();
    }
    const found = nonce === undefined ? undefined : await this.reauthentication.find(user, nonce);
    const compared = await this.compare(user, password);
    return { hash: await this.hasher.hash(password), nonce: found, giveBack: compared.giveBack };
  }

  /** A call that fails after this must not tell whether the password was the present one as often as its caller likes. */
  private async compare(user: UserEntity, password: string): Promise<{ giveBack: () => void }> {
    if (user.passwordHash == null) return { giveBack: () => undefined };
    const compared = await this.verifyPassword.compare(user, user.passwordHash, password);
    if (compared.proven) throw new SamePasswordError();
    return compared;
  }

  /** Hashing took a while: a caller whose session was ended meanwhile must not set a password any more. */
  async set(
    user: UserEntity,
    { hash, nonce }: ValidatedPassword,
    caller: AuthenticatedCaller,
  ): Promise<void> {
    if (!(await this.sessionsRepository.lock(caller.sessionId))) throw new SessionNotFoundError();
    if (nonce && !(await this.tokens.use(nonce.tokenHash, nonce))) throw new ReauthenticationInvalidError();
    user.passwordHash = hash;
    await this.sessionsRepository.endRecovery(caller.sessionId);
    await this.sessionsRepository.endAll(user.id, { except: caller.sessionId });
    await this.tokens.voidAllOf(user.id);
    await this.outbox.emit(userPasswordChanged, { userId: user.id });
  }

  /**
   * Where the operator wants it: the person who finds a session left open must not take the account with it. Guesses count like those at the
   * door. Who has just recovered the account does not know the password, and an account may have none.
   */
  private async assertCurrentPassword(
    { id, email, phone, passwordHash }: UserEntity,
    sessionId: string,
    currentPassword: string | undefined,
  ): Promise<void> {
    if (!this.settings.auth.currentPasswordRequired || passwordHash == null) return;
    if (await this.sessionsRepository.isRecovery(sessionId)) return;
    if (currentPassword === undefined) throw new CurrentPasswordRequiredError();
    const confirmed = await this.verifyPassword.verifyWithoutCaptcha(
      email ?? phone ?? '',
      currentPassword,
      email == null ? 'phone' : 'email',
    );
    if (confirmed?.user.id !== id) throw new CurrentPasswordInvalidError();
  }
}
