import { sql } from '@mikro-orm/postgresql';
import { AUDIT_COLUMNS } from '../../../../platform/audit/audit.js';
import type { Statement } from '../../../../platform/database/database.js';
import {
  USER_WITH_IDENTITIES,
  type UserWithIdentitiesRow,
} from '../../users/persistence/user-with-identities.queries.js';
import type { SessionEntity } from './session.entity.js';

/** A session to open, and its first refresh token. */
export interface NewSession extends Pick<
  SessionEntity,
  'id' | 'userId' | 'amr' | 'userAgent' | 'ip' | 'notAfter'
> {
  now: Date;
  firstTokenHash: Buffer;
}

/** The successor of a refresh token, and the client that requested it. */
export interface NextToken extends Pick<SessionEntity, 'userAgent' | 'ip'> {
  tokenHash: Buffer;
  salt: Buffer;
  now: Date;
}

/** A rotation that assumes that the presented token is the current one. */
export interface CurrentRotation {
  presented: Buffer;
  next: NextToken;
}

/**
 * The password sign-in is benchmarked, so it writes to four tables in one round trip. Returns no row if the password has changed.
 * `auditValues` are the values of `AUDIT_COLUMNS`.
 */
export const insertSessionAfterPassword = (
  session: NewSession,
  passwordHash: string,
  auditValues: readonly unknown[],
): Statement => ({
  reason: 'batch write',
  name: 'session-after-password',
  text: `with present as (
           select id from users where id = $2 and password_hash = $9 and deleted_at is null for key share),
         updated as (
           update users set last_sign_in_at = $7 where id in (
             select id from users where id = $2 for no key update skip locked)),
         audited as (
           insert into audit_entries (${AUDIT_COLUMNS})
           select $10, $11, $12, $13, $14, $15, $16, $17, $18 from present),
         session as (
           insert into sessions (id, user_id, amr, user_agent, ip, not_after, created_at, updated_at)
           select $1, id, $3, $4, $5, $6, $7, $7 from present returning id)
         insert into refresh_tokens (token_hash, session_id, counter, created_at)
         select $8, id, 0, $7 from session returning 1`,
  values: [
    session.id,
    session.userId,
    JSON.stringify(session.amr),
    session.userAgent,
    session.ip,
    session.notAfter,
    session.now,
    session.firstTokenHash,
    passwordHash,
    ...auditValues,
  ],
});

/** Columns of the rotated session, prefixed to tell them from the user's. */
export type RotatedRow = UserWithIdentitiesRow & {
  sessionId: string;
  sessionAal: SessionEntity['aal'];
  sessionAmr: SessionEntity['amr'];
  /** Position of the rotation in the batch, from 1. */
  ordinal: number;
};

/**
 * The refresh grant is benchmarked: concurrent refreshes share a statement. It looks up each token with a lateral subquery: with a
 * join, the planner chose a sequential scan until statistics were up to date.
 */
export const rotateCurrentTokens = (all: readonly CurrentRotation[]): Statement => ({
  reason: 'batch write',
  name: 'rotate-current-tokens',
  text: `
    with requested as (
      select * from unnest($1::bytea[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::timestamptz[])
        with ordinality as requested (presented, user_agent, ip, token_hash, salt, now, ordinal)),
    present as (
      select s.id as session_id, requested.* from requested
      cross join lateral (select session_id, counter from refresh_tokens where token_hash = requested.presented limit 1) t
      join sessions s on s.id = t.session_id and s.refresh_counter = t.counter
      join users a on a.id = s.user_id
      where s.not_after > requested.now and a.deleted_at is null and (a.banned_until is null or a.banned_until <= requested.now)
      for no key update of s skip locked),
    session as (
      update sessions s set refresh_counter = refresh_counter + 1, refreshed_at = present.now, updated_at = present.now,
             user_agent = coalesce(present.user_agent, s.user_agent), ip = coalesce(present.ip, s.ip)
      from present where s.id = present.session_id
      returning s.id, s.user_id, s.aal, s.amr, s.refresh_counter,
                present.token_hash, present.salt, present.now, present.ordinal),
    token as (
      insert into refresh_tokens (token_hash, session_id, counter, salt, created_at)
      select token_hash, id, refresh_counter, salt, now from session)
    select ${USER_WITH_IDENTITIES}, s.id as "sessionId", s.aal as "sessionAal", s.amr as "sessionAmr", s.ordinal::int
    from session s join users a on a.id = s.user_id`,
  values: [
    distinct(all.map(({ presented }) => presented)),
    all.map(({ next }) => next.userAgent),
    all.map(({ next }) => next.ip),
    all.map(({ next }) => next.tokenHash),
    all.map(({ next }) => next.salt),
    all.map(({ next }) => next.now),
  ],
});

/** If a batch contains a token twice, only the first one is rotated; the other call takes the slow path. */
function distinct(tokens: readonly Buffer[]): (Buffer | null)[] {
  const seen = new Set<string>();
  return tokens.map((token) => {
    const key = token.toString('base64');
    const isDuplicate = seen.has(key);
    seen.add(key);
    return isDuplicate ? null : token;
  });
}

/** The counter of a token of the session; null if it has no such token. */
export const tokenCounter = (sessionId: string, tokenHash: Buffer) =>
  sql`(select counter from refresh_tokens where token_hash = ${tokenHash} and session_id = ${sessionId})`;
