import type { Statement } from '../../../platform/database/database.js';
import type { OneTimeTokenEntity } from './one-time-token.entity.js';

/** Welcome emails are sent by the thousand: stores their tokens, except those of confirmed or deleted users, in one statement. */
export const insertTokensOfUnconfirmed = (
  tokens: readonly Pick<OneTimeTokenEntity, 'tokenHash' | 'userId' | 'recipient'>[],
  purpose: string,
  now: Date,
  expiresAt: Date,
): Statement => ({
  reason: 'batch write',
  name: 'one-time-tokens-unconfirmed',
  text: `with unconfirmed as materialized (
           select token.*, account.has_password, account.email_normalized
           from unnest($1::bytea[], $2::uuid[], $3::text[]) token (hash, user_id, address)
           cross join lateral (select password_hash is not null as has_password, email_normalized from users
                               where id = token.user_id and email_confirmed_at is null
                                 and deleted_at is null limit 1) account),
         stored as (
           insert into one_time_tokens (token_hash, user_id, purpose, recipient, created_at, expires_at)
           select hash, user_id, $4, address, $5, $6 from unconfirmed)
         select user_id as "userId", has_password as "hasPassword", email_normalized as email from unconfirmed`,
  values: [
    tokens.map(({ tokenHash }) => tokenHash),
    tokens.map(({ userId }) => userId),
    tokens.map(({ recipient }) => recipient),
    purpose,
    now,
    expiresAt,
  ],
});
