import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

export interface OneTimeTokenRow {
  accountId: string;
  purpose: string;
  addressNormalised: string;
  flowId: string | null;
}

export interface NewOneTimeToken extends OneTimeTokenRow {
  tokenHash: Buffer;
  /** Of the digits beside the link; null where there are none. */
  codeHash: Buffer | null;
  now: Date;
  expiresAt: Date;
}

/** Guesses that void the digits of a mail. */
const MOST_GUESSES = 5;

/** One-time tokens by their hash. Expired ones are not found. */
@Injectable()
export class OneTimeTokensRepository {
  constructor(private readonly database: Database) {}

  async insert(token: NewOneTimeToken): Promise<void> {
    await this.database.query({
      text: `insert into one_time_tokens (token_hash, account_id, purpose, address_normalised, flow_id, code_hash, created_at, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        token.tokenHash,
        token.accountId,
        token.purpose,
        token.addressNormalised,
        token.flowId,
        token.codeHash,
        token.now,
        token.expiresAt,
      ],
    });
  }

  /** Stores those tokens whose account has not proven its address; gives these accounts. */
  async insertForUnproven(
    tokens: readonly Pick<NewOneTimeToken, 'tokenHash' | 'accountId' | 'addressNormalised'>[],
    purpose: string,
    now: Date,
    expiresAt: Date,
  ): Promise<Set<string>> {
    const rows = await this.database.query<{ accountId: string }>({
      name: 'one-time-tokens-unproven',
      text: `insert into one_time_tokens (token_hash, account_id, purpose, address_normalised, created_at, expires_at)
             select token.hash, token.account_id, $4, token.address, $5, $6
             from unnest($1::bytea[], $2::uuid[], $3::text[]) token (hash, account_id, address)
             cross join lateral (select from accounts where id = token.account_id and email_confirmed_at is null
                                                        and deleted_at is null limit 1) unproven
             returning account_id as "accountId"`,
      values: [
        tokens.map(({ tokenHash }) => tokenHash),
        tokens.map(({ accountId }) => accountId),
        tokens.map(({ addressNormalised }) => addressNormalised),
        purpose,
        now,
        expiresAt,
      ],
    });
    return new Set(rows.map(({ accountId }) => accountId));
  }

  async find(
    tokenHash: Buffer,
    purposes: readonly string[],
    now: Date,
  ): Promise<OneTimeTokenRow | undefined> {
    const [row] = await this.database.query<OneTimeTokenRow>({
      text: `select account_id as "accountId", purpose, address_normalised as "addressNormalised", flow_id as "flowId"
             from one_time_tokens where token_hash = $1 and purpose = any ($2) and expires_at > $3`,
      values: [tokenHash, purposes, now],
    });
    return row;
  }

  /** Counts a guess at the digits of every such mail of the account, then gives the one whose digits were guessed rightly. */
  async guess(attempt: {
    accountId: string;
    purposes: readonly string[];
    codeHash: Buffer;
    now: Date;
  }): Promise<(OneTimeTokenRow & { tokenHash: Buffer }) | undefined> {
    const rows = await this.database.query<OneTimeTokenRow & { tokenHash: Buffer; right: boolean }>({
      text: `update one_time_tokens set guesses = guesses + 1
             where account_id = $1 and purpose = any ($2) and code_hash is not null and guesses < $5 and expires_at > $4
             returning token_hash as "tokenHash", account_id as "accountId", purpose,
                       address_normalised as "addressNormalised", flow_id as "flowId", code_hash = $3 as "right"`,
      values: [attempt.accountId, attempt.purposes, attempt.codeHash, attempt.now, MOST_GUESSES],
    });
    return rows.find(({ right }) => right);
  }

  /**
   * Uses the token up, and with it every other of its account and purpose; of a change of address, those of its own mailbox
   * alone. False when somebody else was first.
   */
  async use(tokenHash: Buffer, { accountId, purpose, addressNormalised }: OneTimeTokenRow): Promise<boolean> {
    const used = await this.database.query({
      text: 'delete from one_time_tokens where token_hash = $1 returning 1',
      values: [tokenHash],
    });
    if (used.length === 0) return false;
    await this.database.query({
      text: `delete from one_time_tokens where account_id = $1 and purpose = $2
               and (purpose <> 'email_change' or address_normalised = $3)`,
      values: [accountId, purpose, addressNormalised],
    });
    return true;
  }

  async voidPurposeOf(accountId: string, purpose: string): Promise<void> {
    await this.database.query({
      text: 'delete from one_time_tokens where account_id = $1 and purpose = $2',
      values: [accountId, purpose],
    });
  }

  /** Accounts that something about a change of address, or number, was sent for to this one; a few at most. */
  async accountsChangingAt(
    addressNormalised: string,
    purpose: 'email_change' | 'phone_change' = 'email_change',
  ): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: `select account_id as id from one_time_tokens where purpose = '${purpose}' and address_normalised = $1
             group by account_id order by max(created_at) desc limit 3`,
      values: [addressNormalised],
    });
    return rows.map(({ id }) => id);
  }

  /** Links, and codes that followed links and were not traded yet. */
  async voidAllOf(accountId: string): Promise<void> {
    await this.database.query({
      text: `with codes as (delete from flow_states where account_id = $1 and code_hash is not null)
             delete from one_time_tokens where account_id = $1`,
      values: [accountId],
    });
  }
}
