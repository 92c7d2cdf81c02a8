import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { normaliseEmail } from '../domain/email-address.js';
import { AccountEntity } from './account.entity.js';
import { IdentityEntity } from './identity.entity.js';
import {
  WHOLE_ACCOUNT,
  wholeAccountOf,
  type AccountWithIdentities,
  type WholeAccountRow,
} from './whole-account.js';

/** Orders of the list of accounts, by the name that the wire protocol has for them. */
const ORDERS = {
  'created_at desc': 'created_at desc',
  'created_at asc': 'created_at',
  'updated_at desc': 'updated_at desc',
  'updated_at asc': 'updated_at',
  'email desc': 'email_normalised desc nulls last',
  'email asc': 'email_normalised',
} as const;
export type AccountOrder = keyof typeof ORDERS;
export const ACCOUNT_ORDERS = Object.keys(ORDERS) as AccountOrder[];

export interface AccountList {
  filter: string;
  sort: AccountOrder;
  limit: number;
  offset: number;
}

const wholeAccount = (column: 'id' | 'email_normalised' | 'phone'): string =>
  `select ${WHOLE_ACCOUNT} from accounts a where a.${column} = $1 and a.deleted_at is null`;

const BY = {
  id: wholeAccount('id'),
  email: wholeAccount('email_normalised'),
  phone: wholeAccount('phone'),
};

/** Unused since $1: neither changed nor signed in to, and no session of it refreshed. */
const ABANDONED = `is_anonymous and deleted_at is null and email is null and phone is null
  and updated_at < $1 and created_at < $1 and coalesce(last_sign_in_at, created_at) < $1
  and not exists (select 1 from identities i where i.account_id = accounts.id)
  and not exists (select 1 from sessions s
                  where s.account_id = accounts.id and coalesce(s.refreshed_at, s.created_at) >= $1)`;

/** Accounts and identities. Deleted accounts are not found, unless they are asked for. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  findById(id: string): Promise<AccountEntity | null> {
    return this.database.em.findOne(AccountEntity, { id, deletedAt: null });
  }

  /** What a soft deletion left. */
  findDeleted(id: string): Promise<AccountEntity | null> {
    return this.database.em.findOne(AccountEntity, { id, deletedAt: { $ne: null } });
  }

  findByEmail(email: string): Promise<AccountEntity | null> {
    return this.database.em.findOne(AccountEntity, {
      emailNormalised: normaliseEmail(email),
      deletedAt: null,
    });
  }

  /** By the digits of its number. */
  findByPhone(phone: string): Promise<AccountEntity | null> {
    return this.database.em.findOne(AccountEntity, { phone, deletedAt: null });
  }

  /** The one that last wished for this number. */
  findByNewPhone(newPhone: string): Promise<AccountEntity | null> {
    return this.database.em.findOne(
      AccountEntity,
      { newPhone, deletedAt: null },
      { orderBy: { phoneChangeSentAt: 'desc' } },
    );
  }

  /** The account with its identities in one round trip: what a sign-in needs. Not managed by the mapper. */
  findForSignIn(
    address: string,
    by: 'email' | 'phone' = 'email',
  ): Promise<AccountWithIdentities | undefined> {
    return this.findWhole(by, normaliseEmail(address));
  }

  /** The account with its identities in one round trip, for those who only read it. Not managed by the mapper. */
  findWithIdentities(id: string): Promise<AccountWithIdentities | undefined> {
    return this.findWhole('id', id);
  }

  /** Addresses by the ids of their accounts. */
  async emailsOf(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; email: string }>({
      text: 'select id, email from accounts where id = any ($1::uuid[]) and email is not null and deleted_at is null',
      values: [ids],
    });
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  /** Holds the account until the transaction ends, so that its ways in change one after the other. */
  lockById(id: string): Promise<AccountEntity | null> {
    return this.database.em.findOne(
      AccountEntity,
      { id, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Holds the address until the transaction ends, also while it has no account: two makers of one account come one by one. */
  async lockByEmail(email: string): Promise<AccountEntity | null> {
    const emailNormalised = normaliseEmail(email);
    await this.database.query({
      text: `select pg_advisory_xact_lock(hashtextextended('account:' || $1, 0))`,
      values: [emailNormalised],
    });
    return this.database.em.findOne(
      AccountEntity,
      { emailNormalised, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Holds the number until the transaction ends, like {@link lockByEmail}. */
  async lockByPhone(phone: string): Promise<AccountEntity | null> {
    await this.database.query({
      text: `select pg_advisory_xact_lock(hashtextextended('phone:' || $1, 0))`,
      values: [phone],
    });
    return this.database.em.findOne(
      AccountEntity,
      { phone, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  identitiesOf(accountId: string): Promise<IdentityEntity[]> {
    return this.database.em.find(IdentityEntity, { accountId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  identitiesOfAll(accountIds: readonly string[]): Promise<IdentityEntity[]> {
    return this.database.em.find(
      IdentityEntity,
      { accountId: { $in: [...accountIds] } },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );
  }

  /** One page, and how many there are in all. `filter` is a part of the address or of the name. */
  async list({
    filter,
    sort,
    limit,
    offset,
  }: AccountList): Promise<{ accounts: AccountEntity[]; total: number }> {
    const part = `%${filter.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    const where = `deleted_at is null and ($1 = '%%' or email ilike $1 or full_name ilike $1)`;
    const ids = await this.database.query<{ id: string }>({
      text: `select id from accounts where ${where} order by ${ORDERS[sort]}, id limit $2 offset $3`,
      values: [part, limit, offset],
    });
    const [counted] = await this.database.query<{ total: number }>({
      text: `select count(*)::int as total from accounts where ${where}`,
      values: [part],
    });
    const found = await this.database.em.find(AccountEntity, { id: { $in: ids.map(({ id }) => id) } });
    const byId = new Map(found.map((account) => [account.id, account]));
    return { accounts: ids.flatMap(({ id }) => byId.get(id) ?? []), total: counted!.total };
  }

  /** Nothing when the password was changed meanwhile. */
  async replaceHash(accountId: string, before: string, after: string): Promise<void> {
    await this.database.query({
      text: 'update accounts set password_hash = $3 where id = $1 and password_hash = $2',
      values: [accountId, before, after],
    });
  }

  async isIdTaken(id: string): Promise<boolean> {
    return (
      (await this.database.query({ text: 'select 1 from accounts where id = $1', values: [id] })).length > 0
    );
  }

  async hasAdministrator(): Promise<boolean> {
    const rows = await this.database.query({
      text: `select 1 from accounts where app_metadata ->> 'role' = 'admin' and deleted_at is null limit 1`,
    });
    return rows.length > 0;
  }

  async removeIdentities(accountId: string): Promise<void> {
    await this.database.em.nativeDelete(IdentityEntity, { accountId });
  }

  /** Sessions, links and identities go with it. */
  async remove(id: string): Promise<void> {
    await this.database.em.nativeDelete(AccountEntity, { id });
  }

  /**
   * Anonymous accounts that were never given a way in beside their session, and that nobody has used since a time: by id, those after
   * one.
   */
  async findAbandoned(since: Date, after: string | null, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: `select id from accounts where ${ABANDONED} and ($2::uuid is null or id > $2) order by id limit $3`,
      values: [since, after, limit],
    });
    return rows.map(({ id }) => id);
  }

  /** Removes those of them that are still abandoned; gives their ids. */
  async removeAbandoned(ids: readonly string[], since: Date): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: `delete from accounts where ${ABANDONED} and id = any ($2::uuid[]) returning id`,
      values: [since, ids],
    });
    return rows.map(({ id }) => id);
  }

  /** Removes every other way in than the account's own address and number. */
  async removeForeignIdentities(accountId: string): Promise<void> {
    await this.database.em.nativeDelete(IdentityEntity, {
      accountId,
      provider: { $nin: ['email', 'phone'] },
    });
  }

  private async findWhole(by: keyof typeof BY, value: string): Promise<AccountWithIdentities | undefined> {
    const [row] = await this.database.query<WholeAccountRow>({
      name: `whole-account-by-${by}`,
      text: BY[by],
      values: [value],
    });
    return row && wholeAccountOf(row);
  }
}
