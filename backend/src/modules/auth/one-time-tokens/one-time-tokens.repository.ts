import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CredentialStore } from '../core/credential-store.port.js';

export interface OneTimeTokenRow {
  userId: string;
  purpose: string;
  recipient: string;
  flowId: string | null;
}

export interface NewOneTimeToken extends OneTimeTokenRow {
  tokenHash: Buffer;
  /** Hash of the six-digit code sent with the link; null without one. */
  codeHash: Buffer | null;
  now: Date;
  expiresAt: Date;
}

/** Wrong guesses after which a code is void. */
const MAX_GUESSES = 5;

/** One-time tokens by their hash. Expired tokens are not returned. */
@Injectable()
export class OneTimeTokensRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

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

  /** Stores the tokens of users whose email is unconfirmed, and returns for each of these users whether they have a password. */
  async insertForUnconfirmed(
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

  /** Counts a guess against every open code of the user and purposes, and returns the token whose code matches, if any. */
  async checkCode(attempt: {
    userId: string;
    purposes: readonly string[];
    codeHash: Buffer;
    now: Date;
  }): Promise<(OneTimeTokenRow & { tokenHash: Buffer }) | undefined> {
    const rows = await this.database.query<OneTimeTokenRow & { tokenHash: Buffer; matches: boolean }>({
      text: `update one_time_tokens set guesses = guesses + 1
             where user_id = $1 and purpose = any ($2) and code_hash is not null and guesses < $5 and expires_at > $4
             returning token_hash as "tokenHash", user_id as "userId", purpose,
                       recipient as "recipient", flow_id as "flowId", code_hash = $3 as matches`,
      values: [attempt.userId, attempt.purposes, attempt.codeHash, attempt.now, MAX_GUESSES],
    });
    return rows.find(({ matches }) => matches);
  }

  /**
   * Deletes the token and all others of its user and purpose. For an email change, the tokens sent to the other mailbox stay valid.
   * False if the token was already used.
   */
  async consume(tokenHash: Buffer, { userId, purpose, recipient }: OneTimeTokenRow): Promise<boolean> {
    const deleted = await this.database.query({
      text: 'delete from one_time_tokens where token_hash = $1 returning 1',
      values: [tokenHash],
    });
    if (deleted.length === 0) return false;
    await this.database.query({
      text: `delete from one_time_tokens where user_id = $1 and purpose = $2
               and (purpose <> 'email_change' or recipient = $3)`,
      values: [userId, purpose, recipient],
    });
    return true;
  }

  async removeByPurpose(userId: string, purpose: string): Promise<void> {
    await this.database.query({
      text: 'delete from one_time_tokens where user_id = $1 and purpose = $2',
      values: [userId, purpose],
    });
  }

  /** The three users who most recently requested a change to this email or phone. */
  async findUsersChangingTo(
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

  /** Includes PKCE codes that have not been exchanged yet. */
  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.query({
      text: `with codes as (delete from flow_states where user_id = $1 and code_hash is not null)
             delete from one_time_tokens where user_id = $1`,
      values: [userId],
    });
  }
}
