import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { AccountDeletions } from './account-deletions.js';
import { CreateUser } from './create-user.js';
import type { UserEntity } from './persistence/user.entity.js';
import { UsersRepository } from './persistence/users.repository.js';
import { UserCredentials } from './user-credentials.js';
import { toUserSummary, type UserSummary, type StaffRole } from './user-summary.js';

/** The buyer's details, as prepared in checkout. */
export interface NewPaidUser {
  email: string;
  /** Validated by `parsePersonName`, or empty. */
  fullName: string;
  passwordHash: string | null;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
}

/** Users for other modules. Never returns deleted users. */
@Injectable()
export class Users {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly credentials: UserCredentials,
    private readonly deletions: AccountDeletions,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  async findById(id: string): Promise<UserSummary | undefined> {
    const user = await this.users.findById(id);
    return user ? toUserSummary(user) : undefined;
  }

  /** Call inside a transaction. Blocks deletion of the user until it ends, so that a deletion sees what the transaction wrote. */
  async lockById(id: string): Promise<UserSummary | undefined> {
    const user = await this.users.lockById(id);
    return user ? toUserSummary(user) : undefined;
  }

  /** Compares normalized addresses. */
  async findByEmail(email: string): Promise<UserSummary | undefined> {
    const user = await this.users.findByEmail(email);
    return user ? toUserSummary(user) : undefined;
  }

  /** Users whose email or name contains the text, by email. */
  async search(text: string, limit: number): Promise<UserSummary[]> {
    return (await this.users.search(text, limit)).map(toUserSummary);
  }

  /** Emails by user id; deleted users are left out. */
  findEmails(ids: readonly string[]): Promise<Map<string, string>> {
    return this.users.findEmails(ids);
  }

  /** Call inside a transaction. Locks the address until it ends, even without a user, which serializes concurrent creation. */
  async lockByEmail(email: string): Promise<UserSummary | undefined> {
    const user = await this.users.lockByEmail(email);
    return user ? toUserSummary(user) : undefined;
  }

  /** Call inside the transaction that holds {@link lockByEmail}. The user can sign in immediately, before confirming their email. */
  async createPaid(input: NewPaidUser): Promise<UserSummary> {
    const user = await this.createUser.create({
      ...input,
      origin: 'payment',
      userMetadata: toMetadata(input.fullName),
    });
    await this.record(null, 'user.created', user.id, { origin: 'payment' });
    return toUserSummary(user);
  }

  /**
   * Call inside a transaction. Hands an unconfirmed account without a plan to the buyer: replaces the password, ends all sessions and
   * voids pending links and a scheduled deletion. Throws `email_exists` if the email has been confirmed by now.
   */
  async reassignToBuyer(userId: string, input: NewPaidUser): Promise<UserSummary> {
    const user = await this.users.lockById(userId);
    if (!user || user.emailConfirmedAt != null) {
      throw new DomainError('conflict', 'email_exists', 'An account with this email already exists.');
    }
    const { email, fullName, passwordHash, termsVersion, termsAcceptedAt } = input;
    await this.credentials.removeAll(user);
    await this.deletions.remove(userId);
    Object.assign(user, {
      origin: 'payment',
      email: email.trim(),
      fullName,
      passwordHash,
      termsVersion,
      termsAcceptedAt,
      userMetadata: toMetadata(fullName),
    } satisfies Partial<UserEntity>);
    await this.record(null, 'user.reassigned', userId, { by: 'payment' });
    return toUserSummary(user);
  }

  /** Sets or clears the role. Staff need a confirmed email. Throws `not_found`, `forbidden`. */
  async setRole(userId: string, role: StaffRole | null, actorId: string | null): Promise<UserSummary> {
    return this.database.transaction(async () => {
      const user = await this.users.lockById(userId);
      if (!user) throw new DomainError('not_found', 'not_found', 'User not found.');
      if (role && user.emailConfirmedAt == null) {
        throw new DomainError('forbidden', 'forbidden', 'This user must confirm their email address first.');
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
    action: AuditAction,
    id: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({ actorId, action, subject: { type: 'user', id }, details });
  }
}

function toMetadata(fullName: string): Record<string, unknown> {
  return fullName === '' ? {} : { full_name: fullName };
}
