import { Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SessionNotFoundError } from '../access/session-errors.js';
import { SamePasswordError } from '../core/auth-errors.js';
import { Passwords } from '../passwords/passwords.js';
import { PasswordHasher } from '../passwords/passwords.port.js';
import { ReplacePassword } from '../passwords/replace-password.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import { SessionsRepository } from '../sessions/persistence/sessions.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { VerifyOwner, type FoundNonce, type OwnerCredentials } from './verify-owner.js';

export interface PasswordUpdate extends OwnerCredentials {
  password: string;
}

/** A new password that passed all checks, hashed, with its matched nonce. */
export interface ValidatedPassword {
  hash: string;
  nonce: FoundNonce | undefined;
  /** Call once the password is set: comparing it with the current one was not a guess. */
  release: () => void;
}

/** Changes the caller's password and ends every other session. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly hasher: PasswordHasher,
    private readonly verifyPassword: VerifyPassword,
    private readonly verifyOwner: VerifyOwner,
    private readonly replacePassword: ReplacePassword,
  ) {}

  /** Call outside any transaction. Throws `weak_password`, `same_password` and what {@link VerifyOwner.verify} throws. */
  async validate(
    user: UserEntity,
    { sessionId }: AuthenticatedCaller,
    { password, ...credentials }: PasswordUpdate,
  ): Promise<ValidatedPassword> {
    this.passwords.assertStrong(password, user);
    const nonce = await this.verifyOwner.verify(user, sessionId, credentials);
    const { release } = await this.assertDifferent(user, password);
    return { hash: await this.hasher.hash(password), nonce, release };
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
    { sessionId }: AuthenticatedCaller,
  ): Promise<void> {
    const session = await this.sessionsRepository.lock(sessionId);
    if (!session) throw new SessionNotFoundError();
    if (nonce) await this.verifyOwner.useNonce(nonce);
    session.recovery = false;
    await this.replacePassword.replace(user, hash, { except: sessionId });
  }
}
