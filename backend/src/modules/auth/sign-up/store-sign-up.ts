import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { byUser } from '../core/audit-entries.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import { CreateUser, type NewUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';

export type SignUpDetails = Pick<NewUser, 'origin' | 'email' | 'phone' | 'fullName' | 'userMetadata'>;

/** A session under autoconfirm; otherwise the user, who has to confirm their email or phone number. */
export type SignUpOutcome = { session: SessionGrant } | { user: User };

/** The session is set under autoconfirm. */
interface StoredSignUp {
  user: UserEntity;
  session: OpenSession | undefined;
}

/**
 * Stores sign-ups with a password. An unconfirmed address or number can be signed up again, by its owner or by someone else. If the
 * passwords differ, neither is kept, and the person who confirms chooses a new one.
 */
@Injectable()
export class StoreSignUp {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly sessionGrants: SessionGrants,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** Runs `store` in a transaction; undefined if it stores nothing. */
  async complete(store: () => Promise<StoredSignUp>): Promise<SignUpOutcome>;
  async complete(store: () => Promise<StoredSignUp | undefined>): Promise<SignUpOutcome | undefined>;
  async complete(store: () => Promise<StoredSignUp | undefined>): Promise<SignUpOutcome | undefined> {
    const stored = await this.database.transaction(store);
    if (!stored) return undefined;
    const { user, session } = stored;
    if (session) return { session: await this.sessionGrants.grant(user, session) };
    return { user: describeUser(user, await this.users.findIdentities(user.id)) };
  }

  /**
   * Creates the user, or updates `existing`, who is unconfirmed. `passwordHash` is null if the password differs from theirs. Call
   * while holding the lock on the address or number.
   */
  async save(
    existing: UserEntity | null,
    details: SignUpDetails,
    passwordHash: string | null,
  ): Promise<UserEntity> {
    const user = existing
      ? this.update(existing, details, passwordHash)
      : await this.createUser.signUp({ ...details, passwordHash });
    await this.audit.record(
      byUser(user.id, existing ? 'user.signed_up_again' : 'user.created', { origin: user.origin }),
    );
    return user;
  }

  private update(
    user: UserEntity,
    { fullName, userMetadata }: SignUpDetails,
    hash: string | null,
  ): UserEntity {
    // Once the password has been dropped, a further sign-up does not set one either.
    const passwordHash = hash === user.passwordHash ? hash : null;
    return Object.assign(user, { passwordHash, fullName, userMetadata, updatedAt: this.clock.now() });
  }
}
