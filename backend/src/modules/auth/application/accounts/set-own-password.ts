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
import { accountPasswordChanged } from '../../domain/events.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { SessionGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import { Passwords } from '../passwords/passwords.js';
import { ProvePassword } from '../passwords/prove-password.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { Reauthenticate, type FoundNonce } from './reauthenticate.js';

/** A session that was opened longer ago may have been left open: its bearer shows that he reads the mailbox. */
const FRESH_SECONDS = 86_400;

/** What somebody who wants a new password shows, beside the session. */
export interface PasswordWish {
  password: string;
  /** The present one. */
  currentPassword: string | undefined;
  /** Digits that were sent by mail. */
  nonce: string | undefined;
}

/** A password that was judged and hashed, and the nonce that came with it. */
export interface JudgedPassword {
  hash: string;
  nonce: FoundNonce | undefined;
  /** Once the password is set: it was no guess at the earlier one. */
  giveBack: () => void;
}

/** A new password of one's own. It ends every other session and voids every pending link, and the owner is told by mail. */
@Injectable()
export class SetOwnPassword {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly passwords: Passwords,
    private readonly proof: ProvePassword,
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
  async judge(
    account: AccountEntity,
    { sessionId }: ProvenCaller,
    { password, currentPassword, nonce }: PasswordWish,
  ): Promise<JudgedPassword> {
    this.passwords.assertStrong(password);
    await this.assertKnown(account, sessionId, currentPassword);
    if (nonce === undefined && this.settings.auth.reauthenticationRequired) {
      const openedAt = await this.sessions.openedAt(sessionId);
      if (!openedAt || openedAt <= this.clock.in(-FRESH_SECONDS)) throw new ReauthenticationNeededError();
    }
    const found = nonce === undefined ? undefined : await this.reauthentication.find(account, nonce);
    const compared = await this.compare(account, password);
    return { hash: await this.hasher.hash(password), nonce: found, giveBack: compared.giveBack };
  }

  /** A call that fails after this must not tell whether the password was the present one as often as its caller likes. */
  private async compare(account: AccountEntity, password: string): Promise<{ giveBack: () => void }> {
    if (account.passwordHash == null) return { giveBack: () => undefined };
    const compared = await this.proof.compare(account, account.passwordHash, password);
    if (compared.proven) throw new SamePasswordError();
    return compared;
  }

  /** Hashing took a while: a caller whose session was ended meanwhile must not set a password any more. */
  async set(account: AccountEntity, { hash, nonce }: JudgedPassword, caller: ProvenCaller): Promise<void> {
    if (!(await this.sessions.lock(caller.sessionId))) throw new SessionGoneError();
    if (nonce && !(await this.links.use(nonce.tokenHash, nonce))) throw new ReauthenticationInvalidError();
    account.passwordHash = hash;
    await this.sessions.endRecovery(caller.sessionId);
    await this.sessions.endAll(account.id, { except: caller.sessionId });
    await this.links.voidAllOf(account.id);
    await this.outbox.emit(accountPasswordChanged, { accountId: account.id });
  }

  /**
   * Where the operator wants it: whoever finds a session left open must not take the account with it. Guesses count like those at the
   * door. Who has just recovered the account does not know the password, and an account may have none.
   */
  private async assertKnown(
    { id, email, phone, passwordHash }: AccountEntity,
    sessionId: string,
    currentPassword: string | undefined,
  ): Promise<void> {
    if (!this.settings.auth.currentPasswordRequired || passwordHash == null) return;
    if (await this.sessions.isRecovery(sessionId)) return;
    if (currentPassword === undefined) throw new CurrentPasswordRequiredError();
    const proven = await this.proof.proveWithoutCaptcha(
      email ?? phone ?? '',
      currentPassword,
      email == null ? 'phone' : 'email',
    );
    if (proven?.account.id !== id) throw new CurrentPasswordInvalidError();
  }
}
