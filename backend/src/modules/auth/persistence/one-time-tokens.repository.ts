import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

export interface OneTimeTokenRow {
  userId: string;
  purpose: string;
  recipient: string;
  flowId: string | null;
}

export interface NewOneTimeToken extends OneTimeTokenRow {
  tokenHash: Buffer;
  /** Of the digits beside the link; null where there are none. */
  codeHash: Buffer | null;
  now: Date;
  expiresAt: Date;
}

/** Guesses that void the digits of an email. */
const MAX_GUESSES = 5;

/** One-time tokens by their hash. Expired ones are not found. */
@Injectable()
export class OneTimeTokensRepository {
  constructor(private readonly database: Database) {}

  async insert(token: NewOneTimeToken): Promise<void> {
    await this.database.query({
      text: `insert into one_time_tokens (token_hash, user_id, purpose, recipient, flow_id, code_hash, created_at, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        token.tokenHash,
        token.userId,
        token.purpose,
        token.recipient,
        token.flowId,
        token.codeHash,
        token.now,
        token.expiresAt,
      ],
    });
  }

  /** Stores those tokens whose account has not confirmed its email; returns, by account, whether it has a password. */
  async insertForUnproven(
    tokens: readonly Pick<NewOneTimeToken, 'tokenHash' | 'userId' | 'recipient'>[],
    purpose: string,
    now: Date,
    expiresAt: Date,
  ): Promise<Map<string, boolean>> {
    const rows = await this.database.query<{ userId: string; hasPassword: boolean }>({
      name: 'one-time-tokens-unconfirmed',
      text: `with unconfirmed as materialized (
               select token.*, account.has_password
               from unnest($1::bytea[], $2::uuid[], $3::text[]) token (hash, user_id, address)
               cross join lateral (select password_hash is not null as has_password from users
                                   where id = token.user_id and email_confirmed_at is null
                                     and deleted_at is null limit 1) account),
             stored as (
               insert into one_time_tokens (token_hash, user_id, purpose, recipient, created_at, expires_at)
               select hash, user_id, $4, address, $5, $6 from unconfirmed)
             select user_id as "userId", has_password as "hasPassword" from unconfirmed`,
      values: [
        tokens.map(({ tokenHash }) => tokenHash),
        tokens.map(({ userId }) => userId),
        tokens.map(({ recipient }) => recipient),
        purpose,
        now,
        expiresAt,
      ],
    });
    return new Map(rows.map(({ userId, hasPassword }) => [userId, hasPassword]));
  }

  async find(
    tokenHash: Buffer,
    purposes: readonly string[],
    now: Date,
  ): Promise<OneTimeTokenRow | undefined> {
    const [row] = await this.database.query<OneTimeTokenRow>({
      text: `select user_id as "userId", purpose, recipient as "recipient", flow_id as "flowId"
             from one_time_tokens where token_hash = $1 and purpose = any ($2) and expires_at > $3`,
      values: [tokenHash, purposes, now],
    });
    return row;
  }

  /** Counts a guess at the digits of every such email of the account, then gives the one whose digits were guessed rightly. */
  async guess(attempt: {
    userId: string;
    purposes: readonly string[];
    codeHash: Buffer;
    now: Date;
  }): Promise<(OneTimeTokenRow & { tokenHash: Buffer }) | undefined> {
    const rows = await this.database.query<OneTimeTokenRow & { tokenHash: Buffer; right: boolean }>({
      text: `update one_time_tokens set guesses = guesses + 1
             where user_id = $1 and purpose = any ($2) and code_hash is not null and guesses < $5 and expires_at > $4
             returning token_hash as "tokenHash", user_id as "userId", purpose,
                       recipient as "recipient", flow_id as "flowId", code_hash = $3 as "right"`,
      values: [attempt.userId, attempt.purposes, attempt.codeHash, attempt.now, MAX_GUESSES],
    });
    return rows.find(({ right }) => right);
  }

  /**
   * Uses the token up, and with it every other of its account and purpose; of a change of address, those of its own mailbox
   * alone. False when someone else was first.
   */
  async use(tokenHash: Buffer, { userId, purpose, recipient }: OneTimeTokenRow): Promise<boolean> {
    const used = await this.database.query({
      text: 'delete from one_time_tokens where token_hash = $1 returning 1',
      values: [tokenHash],
    });
    if (used.length === 0) return false;
    await this.database.query({
      text: `delete from one_time_tokens where user_id = $1 and purpose = $2
               and (purpose <> 'email_change' or recipient = $3)`,
      values: [userId, purpose, recipient],
    });
    return true;
  }

  async voidPurposeOf(userId: string, purpose: string): Promise<void> {
    await this.database.query({
      text: 'delete from one_time_tokens where user_id = $1 and purpose = $2',
      values: [userId, purpose],
    });
  }

  /** Accounts that something about a change of address, or number, was sent for to this one; a few at most. */
  async usersChangingTo(
    recipient: string,
    purpose: 'email_change' | 'phone_change' = 'email_change',
  ): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: `select user_id as id from one_time_tokens where purpose = '${purpose}' and recipient = $1
             group by user_id order by max(created_at) desc limit 3`,
      values: [recipient],
    });
    return rows.map(({ id }) => id);
  }

  /** Links, and codes that followed links and were not traded yet. */
  async voidAllOf(userId: string): Promise<void> {
    await this.database.query({
      text: `with codes as (delete from flow_states where user_id = $1 and code_hash is not null)
             delete from one_time_tokens where user_id = $1`,
      values: [userId],
    });
  }
}
