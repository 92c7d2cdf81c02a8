import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { normalizeEmail } from '../../core/email-and-phone.js';
import { IdentityEntity } from './identity.entity.js';
import {
  USER_WITH_IDENTITIES,
  toUserWithIdentities,
  type UserWithIdentities,
  type UserWithIdentitiesRow,
} from './user-with-identities.js';
import { UserEntity } from './user.entity.js';

/** Sort orders of the user list, by their name on the wire. */
const ORDERS = {
  'created_at desc': 'created_at desc',
  'created_at asc': 'created_at',
  'updated_at desc': 'updated_at desc',
  'updated_at asc': 'updated_at',
  'email desc': 'email_normalized desc nulls last',
  'email asc': 'email_normalized',
} as const;
export type UserSort = keyof typeof ORDERS;
export const USER_SORTS = Object.keys(ORDERS) as UserSort[];

export interface UserListQuery {
  filter: string;
  sort: UserSort;
  limit: number;
  offset: number;
}

const selectUserWithIdentities = (column: 'id' | 'email_normalized' | 'phone'): string =>
  `select ${USER_WITH_IDENTITIES} from users a where a.${column} = $1 and a.deleted_at is null`;

const BY = {
  id: selectUserWithIdentities('id'),
  email: selectUserWithIdentities('email_normalized'),
  phone: selectUserWithIdentities('phone'),
};

/** Anonymous users without activity since $1: no change, sign-in or refresh. */
const INACTIVE_ANONYMOUS = `is_anonymous and deleted_at is null and email is null and phone is null
  and updated_at < $1 and created_at < $1 and coalesce(last_sign_in_at, created_at) < $1
  and not exists (select 1 from identities i where i.user_id = users.id)
  and not exists (select 1 from sessions s
                  where s.user_id = users.id and coalesce(s.refreshed_at, s.created_at) >= $1)`;

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
  async emailsOf(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; email: string }>({
      text: 'select id, email from users where id = any ($1::uuid[]) and email is not null and deleted_at is null',
      values: [ids],
    });
    return new Map(rows.map(({ id, email }) => [id, email]));
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
    await this.database.query({
      text: `select pg_advisory_xact_lock(hashtextextended('account:' || $1, 0))`,
      values: [emailNormalized],
    });
    return this.database.em.findOne(
      UserEntity,
      { emailNormalized, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Locks the phone number until the transaction ends, like {@link lockByEmail}. */
  async lockByPhone(phone: string): Promise<UserEntity | null> {
    await this.database.query({
      text: `select pg_advisory_xact_lock(hashtextextended('phone:' || $1, 0))`,
      values: [phone],
    });
    return this.database.em.findOne(
      UserEntity,
      { phone, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  identitiesOf(userId: string): Promise<IdentityEntity[]> {
    return this.database.em.find(IdentityEntity, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  identitiesOfAll(userIds: readonly string[]): Promise<IdentityEntity[]> {
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
    const part = `%${filter.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    const where = `deleted_at is null and ($1 = '%%' or email ilike $1 or full_name ilike $1)`;
    const ids = await this.database.query<{ id: string }>({
      text: `select id from users where ${where} order by ${ORDERS[sort]}, id limit $2 offset $3`,
      values: [part, limit, offset],
    });
    const [counted] = await this.database.query<{ total: number }>({
      text: `select count(*)::int as total from users where ${where}`,
      values: [part],
    });
    const found = await this.database.em.find(UserEntity, { id: { $in: ids.map(({ id }) => id) } });
    const byId = new Map(found.map((user) => [user.id, user]));
    return { users: ids.flatMap(({ id }) => byId.get(id) ?? []), total: counted!.total };
  }

  /** Does nothing if the password has changed in the meantime. */
  async replaceHash(userId: string, before: string, after: string): Promise<void> {
    await this.database.query({
      text: 'update users set password_hash = $3 where id = $1 and password_hash = $2',
      values: [userId, before, after],
    });
  }

  async isIdInUse(id: string): Promise<boolean> {
    return (
      (await this.database.query({ text: 'select 1 from users where id = $1', values: [id] })).length > 0
    );
  }

  async hasAdministrator(): Promise<boolean> {
    const rows = await this.database.query({
      text: `select 1 from users where app_metadata ->> 'role' = 'admin' and deleted_at is null limit 1`,
    });
    return rows.length > 0;
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
    const rows = await this.database.query<{ id: string }>({
      text: `select id from users where ${INACTIVE_ANONYMOUS} and ($2::uuid is null or id > $2) order by id limit $3`,
      values: [since, after, limit],
    });
    return rows.map(({ id }) => id);
  }

  /** Deletes those that are still inactive, and returns their ids. */
  async deleteInactiveAnonymous(ids: readonly string[], since: Date): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: `delete from users where ${INACTIVE_ANONYMOUS} and id = any ($2::uuid[]) returning id`,
      values: [since, ids],
    });
    return rows.map(({ id }) => id);
  }

  /** Removes all identities except email and phone. */
  async removeExternalIdentities(userId: string): Promise<void> {
    await this.database.em.nativeDelete(IdentityEntity, {
      userId,
      provider: { $nin: ['email', 'phone'] },
    });
  }

  private async findWithIdentitiesBy(
    by: keyof typeof BY,
    value: string,
  ): Promise<UserWithIdentities | undefined> {
    const [row] = await this.database.query<UserWithIdentitiesRow>({
      name: `user-with-identities-by-${by}`,
      text: BY[by],
      values: [value],
    });
    return row && toUserWithIdentities(row);
  }
}
