import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { toUserSummary, type UserSummary, type StaffRole } from './user-summary.js';
import { CreateUser } from './create-user.js';
import { UserCredentials } from './user-credentials.js';

/** Who bought, as the checkout prepared it. */
export interface NewPaidUser {
  email: string;
  /** Judged by `parsePersonName`, or empty. */
  fullName: string;
  passwordHash: string | null;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
}

/** Accounts for the modules above. Deleted accounts do not exist here. */
@Injectable()
export class Users {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly credentials: UserCredentials,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async findById(id: string): Promise<UserSummary | undefined> {
    const user = await this.users.findById(id);
    return user ? toUserSummary(user) : undefined;
  }

  /** In a transaction: the account cannot be deleted until it ends, so that what is written for it is seen by who deletes it. */
  async lockById(id: string): Promise<UserSummary | undefined> {
    const user = await this.users.lockById(id);
    return user ? toUserSummary(user) : undefined;
  }

  /** By the normalized form of the address. */
  async findByEmail(email: string): Promise<UserSummary | undefined> {
    const user = await this.users.findByEmail(email);
    return user ? toUserSummary(user) : undefined;
  }

  /** Addresses by the ids of their accounts; an account that is gone has none. */
  emailsOf(ids: readonly string[]): Promise<Map<string, string>> {
    return this.users.emailsOf(ids);
  }

  /** In a transaction: holds the address until it ends, whether it has an account or not, so that two makers come one by one. */
  async lockByEmail(email: string): Promise<UserSummary | undefined> {
    const user = await this.users.lockByEmail(email);
    return user ? toUserSummary(user) : undefined;
  }

  /** In the transaction that holds {@link lockByEmail}: an account that may sign in at once but whose address is unconfirmed. */
  async createPaid(input: NewPaidUser): Promise<UserSummary> {
    const user = await this.createUser.create({
      ...input,
      origin: 'payment',
      userMetadata: metadataOf(input.fullName),
    });
    await this.record(null, 'user.created', user.id, { origin: 'payment' });
    return toUserSummary(user);
  }

  /**
   * In a transaction: hands an account that was never confirmed and has no plan to who paid. Its password is replaced, its
   * sessions end and its pending links are void. Throws when the address was confirmed meanwhile.
   */
  async reassignToBuyer(userId: string, input: NewPaidUser): Promise<UserSummary> {
    const user = await this.users.lockById(userId);
    if (!user || user.emailConfirmedAt != null) {
      throw new DomainError('conflict', 'email_exists', 'An account with this address exists.');
    }
    const { email, fullName, passwordHash, termsVersion, termsAcceptedAt } = input;
    await this.credentials.removeAll(user);
    Object.assign(user, {
      origin: 'payment',
      email: email.trim(),
      fullName,
      passwordHash,
      termsVersion,
      termsAcceptedAt,
      userMetadata: metadataOf(fullName),
    } satisfies Partial<UserEntity>);
    await this.record(null, 'user.reassigned', userId, { by: 'payment' });
    return toUserSummary(user);
  }

  /** Gives or takes a role. Rejects an unconfirmed address: staff are known by their mailbox. Throws `not_found`. */
  async setRole(userId: string, role: StaffRole | null, actorId: string | null): Promise<UserSummary> {
    return this.database.transaction(async () => {
      const user = await this.users.lockById(userId);
      if (!user) throw new DomainError('not_found', 'not_found', 'There is no such account.');
      if (role && user.emailConfirmedAt == null) {
        throw new DomainError('forbidden', 'forbidden', 'The address of this account is not proven yet.');
      }
      const { role: _, ...others } = user.appMetadata;
      user.appMetadata = role ? { ...others, role } : others;
      user.updatedAt = this.clock.now();
      await this.record(actorId, 'user.role_changed', userId, { role });
      return toUserSummary(user);
    });
  }

  private record(
    actorId: string | null,
    action: string,
    id: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({ actorId, action, subject: { type: 'user', id }, details });
  }
}

function metadataOf(fullName: string): Record<string, unknown> {
  return fullName === '' ? {} : { full_name: fullName };
}
