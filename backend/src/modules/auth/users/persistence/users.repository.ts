import { LockMode, sql, type FilterQuery, type QueryOrderMap } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { containsPattern } from '../../../../platform/database/contains-pattern.js';
import { Database } from '../../../../platform/database/database.js';
import { deleteReturning } from '../../../../platform/database/delete-returning.js';
import { normalizeEmail } from '../../core/email-and-phone.js';
import { hasNoIdentity, hasNoSessionSince } from './inactive-users.queries.js';
import { IdentityEntity } from './identity.entity.js';
import { userWithIdentities, type UserWithIdentitiesRow } from './user-with-identities.queries.js';
import { toUserWithIdentities, type UserWithIdentities } from './user-with-identities.js';
import { UserEntity } from './user.entity.js';

/** Sort orders of the user list, by their name on the wire. */
const ORDERS = {
  'created_at desc': { createdAt: 'desc' },
  'created_at asc': { createdAt: 'asc' },
  'updated_at desc': { updatedAt: 'desc' },
  'updated_at asc': { updatedAt: 'asc' },
  'email desc': { emailNormalized: 'desc nulls last' },
  'email asc': { emailNormalized: 'asc' },
} as const satisfies Record<string, QueryOrderMap<UserEntity>>;
export type UserSort = keyof typeof ORDERS;
export const USER_SORTS = Object.keys(ORDERS) as UserSort[];

export interface UserListQuery {
  filter: string;
  sort: UserSort;
  limit: number;
  offset: number;
}

/**
 * Anonymous users without activity since then: no change, sign-in or refresh. Queries must not alias `users`: the subqueries refer to
 * it by name.
 */
const inactiveAnonymous = (since: Date) => ({
  isAnonymous: true,
  deletedAt: null,
  email: null,
  phone: null,
  updatedAt: { $lt: since },
  createdAt: { $lt: since },
  $or: [{ lastSignInAt: null }, { lastSignInAt: { $lt: since } }],
  [hasNoIdentity()]: [],
  [hasNoSessionSince(since)]: [],
});

/** Users and their identities. Excludes soft-deleted users unless stated otherwise. */
@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  findById(id: string): Promise<UserEntity | null> {
    return this.database.em.findOne(UserEntity, { id, deletedAt: null });
  }

  /** Finds a soft-deleted user. */
  findDeleted(id: string): Promise<UserEntity | null> {
    return this.database.em.findOne(UserEntity, { id, deletedAt: { $ne: null } });
  }

  findByEmail(email: string): Promise<UserEntity | null> {
    return this.database.em.findOne(UserEntity, {
      emailNormalized: normalizeEmail(email),
      deletedAt: null,
    });
  }

  /** @param phone digits only */
  findByPhone(phone: string): Promise<UserEntity | null> {
    return this.database.em.findOne(UserEntity, { phone, deletedAt: null });
  }

  /** The user who most recently requested a change to this number. */
  findByNewPhone(newPhone: string): Promise<UserEntity | null> {
    return this.database.em.findOne(
      UserEntity,
      { newPhone, deletedAt: null },
      { orderBy: { phoneChangeSentAt: 'desc' } },
    );
  }

  /** Reads user and identities in one round trip. Not managed by MikroORM. */
  findForSignIn(
    identifier: string,
    by: 'email' | 'phone' = 'email',
  ): Promise<UserWithIdentities | undefined> {
    return this.findWithIdentitiesBy(by, normalizeEmail(identifier));
  }

  /** Reads user and identities in one round trip. Not managed by MikroORM. */
  findWithIdentities(id: string): Promise<UserWithIdentities | undefined> {
    return this.findWithIdentitiesBy('id', id);
  }

  /** Emails by user id. */
  async findEmails(ids: readonly string[]): Promise<Map<string, string>> {
    const users = await this.database.em.find(
      UserEntity,
      { id: { $in: [...ids] }, email: { $ne: null }, deletedAt: null },
      { fields: ['email'], disableIdentityMap: true },
    );
    return new Map(users.map(({ id, email }) => [id, email ?? '']));
  }

  /** Locks the user until the transaction ends, which serializes changes of credentials. */
  lockById(id: string): Promise<UserEntity | null> {
    return this.database.em.findOne(
      UserEntity,
      { id, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Locks the email until the transaction ends, even if no user has it, which serializes concurrent sign-ups. */
  async lockByEmail(email: string): Promise<UserEntity | null> {
    const emailNormalized = normalizeEmail(email);
    await this.database.lock(`account:${emailNormalized}`);
    return this.database.em.findOne(
      UserEntity,
      { emailNormalized, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Locks the phone number until the transaction ends, like {@link lockByEmail}. */
  async lockByPhone(phone: string): Promise<UserEntity | null> {
    await this.database.lock(`phone:${phone}`);
    return this.database.em.findOne(
      UserEntity,
      { phone, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  findIdentities(userId: string): Promise<IdentityEntity[]> {
    return this.database.em.find(IdentityEntity, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  findIdentitiesByUsers(userIds: readonly string[]): Promise<IdentityEntity[]> {
    return this.database.em.find(
      IdentityEntity,
      { userId: { $in: [...userIds] } },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );
  }

  /** One page, and the total number of matches. `filter` matches part of the email or name. */
  async list({
    filter,
    sort,
    limit,
    offset,
  }: UserListQuery): Promise<{ users: UserEntity[]; total: number }> {
    const [users, total] = await this.database.em.findAndCount(UserEntity, matching(filter), {
      orderBy: [ORDERS[sort], { id: 'asc' }],
      limit,
      offset,
    });
    return { users, total };
  }

  /** Users whose email or name contains each word, by email. Accents in names are ignored. */
  search(text: string, limit: number): Promise<UserEntity[]> {
    const orderBy = [ORDERS['email asc'], { id: 'asc' as const }];
    const where = text.split(/\s+/).map((word) => {
      const pattern = { $ilike: containsPattern(removeAccents(word)) };
      return { $or: [matching(word), { deletedAt: null, [nameWithoutAccents()]: pattern }] };
    });
    return this.database.em.find(UserEntity, { $and: where }, { orderBy, limit });
  }

  /** Does nothing if the password has changed in the meantime. */
  async replaceHash(userId: string, before: string, after: string): Promise<void> {
    await this.database.em.nativeUpdate(
      UserEntity,
      { id: userId, passwordHash: before },
      { passwordHash: after },
    );
  }

  async isIdInUse(id: string): Promise<boolean> {
    return (await this.database.em.count(UserEntity, { id })) > 0;
  }

  async hasAdministrator(): Promise<boolean> {
    return (
      (await this.database.em.count(UserEntity, { appMetadata: { role: 'admin' }, deletedAt: null })) > 0
    );
  }

  async removeIdentities(userId: string): Promise<void> {
    await this.database.em.nativeDelete(IdentityEntity, { userId });
  }

  /** Also deletes sessions, tokens and identities, by cascade. */
  async remove(id: string): Promise<void> {
    await this.database.em.nativeDelete(UserEntity, { id });
  }

  /**
   * Ids of anonymous users who never added a sign-in method and have been inactive since then. Ordered by id, starting after the given
   * one.
   */
  async findInactiveAnonymous(since: Date, after: string | null, limit: number): Promise<string[]> {
    const users = await this.database.em
      .createQueryBuilder(UserEntity, 'users')
      .select('id')
      .where({ ...inactiveAnonymous(since), ...(after === null ? {} : { id: { $gt: after } }) })
      .orderBy({ id: 'asc' })
      .limit(limit)
      .getResult();
    return users.map(({ id }) => id);
  }

  /** Deletes those that are still inactive, and returns their ids. */
  async deleteInactiveAnonymous(ids: readonly string[], since: Date): Promise<string[]> {
    const users = await deleteReturning(this.database.em, UserEntity, {
      ...inactiveAnonymous(since),
      id: { $in: [...ids] },
    });
    return users.map(({ id }) => id);
  }

  /** Removes all identities except email and phone. */
  async removeExternalIdentities(userId: string): Promise<void> {
    await this.database.em.nativeDelete(IdentityEntity, {
      userId,
      provider: { $nin: ['email', 'phone'] },
    });
  }

  private async findWithIdentitiesBy(
    by: 'id' | 'email' | 'phone',
    value: string,
  ): Promise<UserWithIdentities | undefined> {
    const [row] = await this.database.query<UserWithIdentitiesRow>(userWithIdentities(by, value));
    return row && toUserWithIdentities(row);
  }
}

/** Letters with a stroke and the like: Unicode doesn't decompose them into a letter and an accent. */
const STROKED = 'ŁłØøĐđĦħŦŧı';
const PLAIN = 'LlOoDdHhTti';

/** {@link removeAccents} in SQL. A function, because a fragment of SQL can be used only once. */
const nameWithoutAccents = () =>
  sql`translate(regexp_replace(normalize(full_name, nfd), '[\\u0300-\\u036f]', '', 'g'), ${STROKED}, ${PLAIN})`;

function removeAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/./gu, (letter) => PLAIN[STROKED.indexOf(letter)] ?? letter);
}

/** Users whose email or name contains the text. */
function matching(text: string): FilterQuery<UserEntity> {
  if (text === '') return { deletedAt: null };
  const part = { $ilike: containsPattern(text) };
  return { deletedAt: null, $or: [{ email: part }, { fullName: part }] };
}
