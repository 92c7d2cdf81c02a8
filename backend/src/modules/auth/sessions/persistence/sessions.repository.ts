import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS } from '../../../../platform/audit/audit.js';
import { Batch } from '../../../../platform/database/batch.js';
import { Database } from '../../../../platform/database/database.js';
import type { AuthenticationMethod } from '../../access/access-tokens.port.js';
import { CredentialStore } from '../../core/credential-store.port.js';
import {
  USER_WITH_IDENTITIES,
  toUserWithIdentities,
  type UserWithIdentities,
  type UserWithIdentitiesRow,
} from '../../users/persistence/user-with-identities.js';

export interface NewSession {
  id: string;
  userId: string;
  amr: readonly AuthenticationMethod[];
  userAgent: string | null;
  ip: string | null;
  notAfter: Date;
  now: Date;
  firstTokenHash: Buffer;
}

export interface SessionRow {
  id: string;
  userId: string;
  aal: string;
  amr: AuthenticationMethod[];
  refreshCounter: number;
  notAfter: Date;
}

export interface PresentedTokenRow {
  counter: number;
  spentAt: Date | null;
  /** Salts of all later tokens, in order. */
  laterSalts: Buffer[];
}

/** The successor of a refresh token, and the client that requested it. */
export interface NextToken {
  tokenHash: Buffer;
  salt: Buffer;
  userAgent: string | null;
  ip: string | null;
  now: Date;
}

/** A rotation that assumes that the presented token is the current one. */
export interface CurrentRotation {
  presented: Buffer;
  next: NextToken;
}

/** A refreshed session and its user. */
export type RotatedSession = UserWithIdentities & { session: SessionRow };

export interface ListedSessionRow {
  id: string;
  aal: string;
  userAgent: string | null;
  ip: string | null;
  refreshedAt: Date | null;
  createdAt: Date;
}

/** Scripts that sign in for every request can create thousands of sessions. */
const MAX_LISTED = 100;

const SESSION_COLUMNS = `id, user_id as "userId", aal, amr, refresh_counter as "refreshCounter", not_after as "notAfter"`;
const INSERT_SESSION = `session as (
  insert into sessions (id, user_id, amr, user_agent, ip, not_after, created_at, updated_at)`;
const INSERT_FIRST_TOKEN = `insert into refresh_tokens (token_hash, session_id, counter, created_at)
  select $8, id, 0, $7 from session`;
/** Session columns, prefixed to tell them from the user's. */
type SessionColumns = { [Name in keyof SessionRow as `session${Capitalize<Name>}`]: SessionRow[Name] };
/** Looks up each token with a lateral subquery: with a join, the planner chose a sequential scan until statistics were up to date. */
const ROTATE_CURRENT = `
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
    returning s.id, s.user_id, s.aal, s.amr, s.refresh_counter, s.not_after,
              present.token_hash, present.salt, present.now, present.ordinal),
  token as (
    insert into refresh_tokens (token_hash, session_id, counter, salt, created_at)
    select token_hash, id, refresh_counter, salt, now from session)
  select ${USER_WITH_IDENTITIES}, s.id as "sessionId", s.user_id as "sessionUserId", s.aal as "sessionAal", s.amr as "sessionAmr",
         s.refresh_counter as "sessionRefreshCounter", s.not_after as "sessionNotAfter", s.ordinal::int
  from session s join users a on a.id = s.user_id`;
/** Rotations skip locked rows, so concurrent batches do not wait for each other. */
const CONCURRENT_ROTATIONS = 2;
const LOCK_TIMEOUT = '5s';

@Injectable()
export class SessionsRepository extends CredentialStore {
  private readonly rotations = new Batch(
    (all: CurrentRotation[]) => this.rotateAllCurrent(all),
    CONCURRENT_ROTATIONS,
  );

  constructor(private readonly database: Database) {
    super();
  }

  async insert(session: NewSession): Promise<void> {
    await this.database.query({
      text: `with ${INSERT_SESSION} values ($1, $2, $3, $4, $5, $6, $7, $7) returning id)
             ${INSERT_FIRST_TOKEN}`,
      values: sessionValues(session),
    });
  }

  /**
   * A password sign-in in one statement: session, first token, last sign-in time and audit entry (values of `AUDIT_COLUMNS`).
   * Writes nothing and returns false if the password has changed since it was checked. A password change locks the user and then ends
   * all sessions, so it either precedes this statement or ends this session too. Concurrent sign-ins of one user do not wait for each
   * other: only one of them updates the last sign-in time.
   */
  async insertAfterPassword(
    session: NewSession,
    passwordHash: string,
    auditValues: readonly unknown[],
  ): Promise<boolean> {
    const rows = await this.database.query({
      name: 'session-after-password',
      text: `with present as (
               select id from users where id = $2 and password_hash = $9 and deleted_at is null for key share),
             updated as (
               update users set last_sign_in_at = $7 where id in (
                 select id from users where id = $2 for no key update skip locked)),
             audited as (
               insert into audit_entries (${AUDIT_COLUMNS})
               select $10, $11, $12, $13, $14, $15, $16, $17, $18 from present),
             ${INSERT_SESSION} select $1, id, $3, $4, $5, $6, $7, $7 from present returning id)
             ${INSERT_FIRST_TOKEN} returning 1`,
      values: [...sessionValues(session), passwordHash, ...auditValues],
    });
    return rows.length > 0;
  }

  async findIdByToken(tokenHash: Buffer): Promise<string | undefined> {
    const [row] = await this.database.query<{ sessionId: string }>({
      name: 'session-of-refresh-token',
      text: 'select session_id as "sessionId" from refresh_tokens where token_hash = $1',
      values: [tokenHash],
    });
    return row?.sessionId;
  }

  /**
   * Fast path of a refresh with the current token. Concurrent calls share one statement and one commit. Writes nothing and returns
   * undefined if the token is not the current one, the session has expired, the user is banned or deleted, or the session is locked;
   * the caller then takes the slow path, which tells these cases apart.
   */
  rotateCurrent(rotation: CurrentRotation): Promise<RotatedSession | undefined> {
    return this.rotations.load(rotation);
  }

  /** Locks the session until the transaction ends. After waiting five seconds, PostgreSQL fails with 55P03. */
  async lock(sessionId: string): Promise<SessionRow | undefined> {
    await this.database.query({ text: `set local lock_timeout = '${LOCK_TIMEOUT}'` });
    const [row] = await this.database.query<SessionRow>({
      text: `select ${SESSION_COLUMNS} from sessions where id = $1 for update`,
      values: [sessionId],
    });
    return row;
  }

  /** Active sessions, most recently refreshed first. */
  listByUser(userId: string, now: Date): Promise<ListedSessionRow[]> {
    return this.database.query<ListedSessionRow>({
      text: `select id, aal, user_agent as "userAgent", ip, refreshed_at as "refreshedAt", created_at as "createdAt"
             from sessions where user_id = $1 and not_after > $2
             order by coalesce(refreshed_at, created_at) desc, id desc limit ${MAX_LISTED}`,
      values: [userId, now],
    });
  }

  async findCreatedAt(sessionId: string): Promise<Date | undefined> {
    const [row] = await this.database.query<{ at: Date }>({
      text: 'select created_at as at from sessions where id = $1',
      values: [sessionId],
    });
    return row?.at;
  }

  /** Marks a session opened by a recovery email, which may set a password once without the current one. */
  async markRecovery(sessionId: string): Promise<void> {
    await this.database.query({
      text: 'update sessions set recovery = true where id = $1',
      values: [sessionId],
    });
  }

  /** Marks a session opened by a passkey with user verification, which alone makes it aal2. */
  async markPasskey(sessionId: string, passkeyId: string): Promise<void> {
    await this.database.query({
      text: `update sessions set aal = 'aal2', passkey_id = $2 where id = $1`,
      values: [sessionId, passkeyId],
    });
  }

  async isRecovery(sessionId: string): Promise<boolean> {
    const rows = await this.database.query({
      text: 'select 1 from sessions where id = $1 and recovery',
      values: [sessionId],
    });
    return rows.length > 0;
  }

  async clearRecovery(sessionId: string): Promise<void> {
    await this.database.query({
      text: 'update sessions set recovery = false where id = $1 and recovery',
      values: [sessionId],
    });
  }

  async findPresentedToken(sessionId: string, tokenHash: Buffer): Promise<PresentedTokenRow | undefined> {
    const [row] = await this.database.query<PresentedTokenRow>({
      text: `select presented.counter, min(later.created_at) as "spentAt",
                    coalesce(array_agg(later.salt order by later.counter) filter (where later.counter is not null), '{}')
                      as "laterSalts"
             from refresh_tokens presented
             left join refresh_tokens later on later.session_id = $1 and later.counter > presented.counter
             where presented.token_hash = $2 and presented.session_id = $1 group by presented.counter`,
      values: [sessionId, tokenHash],
    });
    return row;
  }

  async rotate(sessionId: string, next: NextToken & { counter: number }): Promise<void> {
    await this.database.query({
      text: `with session as (
               update sessions set refresh_counter = $2, refreshed_at = $5, updated_at = $5,
                      user_agent = coalesce($6, user_agent), ip = coalesce($7, ip)
               where id = $1 returning id)
             insert into refresh_tokens (token_hash, session_id, counter, salt, created_at) select $3, id, $2, $4, $5 from session`,
      values: [sessionId, next.counter, next.tokenHash, next.salt, next.now, next.userAgent, next.ip],
    });
  }

  /** Raises the session to aal2. Deletes all refresh tokens and starts over with a new one. */
  async elevate(
    sessionId: string,
    next: {
      amr: readonly AuthenticationMethod[];
      factorId: string;
      counter: number;
      tokenHash: Buffer;
      now: Date;
    },
  ): Promise<void> {
    await this.deleteTokensOf(sessionId);
    await this.database.query({
      text: `with session as (
               update sessions set aal = 'aal2', amr = $2, factor_id = $3, refresh_counter = $4, refreshed_at = $6, updated_at = $6
               where id = $1 returning id)
             insert into refresh_tokens (token_hash, session_id, counter, created_at) select $5, id, $4, $6 from session`,
      values: [sessionId, JSON.stringify(next.amr), next.factorId, next.counter, next.tokenHash, next.now],
    });
  }

  /** Deletes all refresh tokens and starts over with a new one. Assurance level and methods stay. */
  async renew(sessionId: string, next: { counter: number; tokenHash: Buffer; now: Date }): Promise<void> {
    await this.deleteTokensOf(sessionId);
    await this.database.query({
      text: `with session as (
               update sessions set refresh_counter = $2, refreshed_at = $4, updated_at = $4 where id = $1 returning id)
             insert into refresh_tokens (token_hash, session_id, counter, created_at) select $3, id, $2, $4 from session`,
      values: [sessionId, next.counter, next.tokenHash, next.now],
    });
  }

  private async deleteTokensOf(sessionId: string): Promise<void> {
    await this.database.query({
      text: 'delete from refresh_tokens where session_id = $1',
      values: [sessionId],
    });
  }

  private async rotateAllCurrent(all: CurrentRotation[]): Promise<(RotatedSession | undefined)[]> {
    const rows = await this.database.query<UserWithIdentitiesRow & SessionColumns & { ordinal: number }>({
      name: 'rotate-current-tokens',
      text: ROTATE_CURRENT,
      values: rotationValues(all),
    });
    const results: (RotatedSession | undefined)[] = all.map(() => undefined);
    for (const { ordinal, ...row } of rows) results[ordinal - 1] = toRotatedSession(row);
    return results;
  }

  /** False if the user has no such session. */
  async end(userId: string, sessionId: string): Promise<boolean> {
    const rows = await this.database.query({
      text: 'delete from sessions where id = $1 and user_id = $2 returning 1',
      values: [sessionId, userId],
    });
    return rows.length > 0;
  }

  override async removeAllForUser(userId: string): Promise<void> {
    await this.endAll(userId);
  }

  /** Ends all sessions of a user, optionally except one. Returns their number. */
  async endAll(userId: string, { except }: { except?: string } = {}): Promise<number> {
    const rows = await this.database.query({
      text: 'delete from sessions where user_id = $1 and id is distinct from $2::uuid returning 1',
      values: [userId, except ?? null],
    });
    return rows.length;
  }
}

/** Parameters $1 to $8 of the statements that insert a session. */
function sessionValues(session: NewSession): unknown[] {
  const { id, userId, amr, userAgent, ip, notAfter, now, firstTokenHash } = session;
  return [id, userId, JSON.stringify(amr), userAgent, ip, notAfter, now, firstTokenHash];
}

/** If a batch contains a token twice, only the first one is rotated; the other call takes the slow path. */
function rotationValues(all: CurrentRotation[]): unknown[] {
  const seen = new Set<string>();
  const presented = all.map(({ presented: token }) => {
    const key = token.toString('base64');
    const isDuplicate = seen.has(key);
    seen.add(key);
    return isDuplicate ? null : token;
  });
  const next = all.map((rotation) => rotation.next);
  return [
    presented,
    next.map(({ userAgent }) => userAgent),
    next.map(({ ip }) => ip),
    next.map(({ tokenHash }) => tokenHash),
    next.map(({ salt }) => salt),
    next.map(({ now }) => now),
  ];
}

function toRotatedSession(row: UserWithIdentitiesRow & SessionColumns): RotatedSession {
  const {
    sessionId: id,
    sessionUserId: userId,
    sessionAal: aal,
    sessionAmr: amr,
    sessionRefreshCounter: refreshCounter,
    sessionNotAfter: notAfter,
    ...user
  } = row;
  return { ...toUserWithIdentities(user), session: { id, userId, aal, amr, refreshCounter, notAfter } };
}
