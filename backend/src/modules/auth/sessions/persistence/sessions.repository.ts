import { LockMode, sql } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Batch } from '../../../../platform/database/batch.js';
import { Database } from '../../../../platform/database/database.js';
import { CredentialStore } from '../../core/credential-store.port.js';
import {
  toUserWithIdentities,
  type UserWithIdentities,
} from '../../users/persistence/user-with-identities.js';
import { RefreshTokenEntity } from './refresh-token.entity.js';
import { SessionEntity } from './session.entity.js';
import {
  tokenCounter,
  insertSessionAfterPassword,
  rotateCurrentTokens,
  type CurrentRotation,
  type NewSession,
  type NextToken,
  type RotatedRow,
} from './sessions.queries.js';

export type { NewSession, NextToken };

export interface PresentedToken {
  counter: number;
  spentAt: Date | null;
  /** Salts of all later tokens, in order. */
  laterSalts: Buffer[];
}

/** A refreshed session and its user. */
export type RotatedSession = UserWithIdentities & { session: Pick<SessionEntity, 'id' | 'aal' | 'amr'> };

/** Scripts that sign in for every request can create thousands of sessions. */
const MAX_LISTED = 100;
/** Rotations skip locked rows, so concurrent batches do not wait for each other. */
const CONCURRENT_ROTATIONS = 2;

@Injectable()
export class SessionsRepository extends CredentialStore {
  private readonly rotations = new Batch(
    (all: CurrentRotation[]) => this.rotateAllCurrent(all),
    CONCURRENT_ROTATIONS,
  );

  constructor(private readonly database: Database) {
    super();
  }

  /** Stores a session and its first token, in one round trip. */
  async insert(
    { firstTokenHash, now, ...session }: NewSession,
    attributes: Partial<Pick<SessionEntity, 'aal' | 'recovery' | 'passkeyId'>>,
  ): Promise<void> {
    const { em } = this.database;
    const insertSession = em
      .createQueryBuilder(SessionEntity)
      .insert({ ...session, ...attributes, createdAt: now, updatedAt: now });
    await em
      .createQueryBuilder(RefreshTokenEntity)
      .with('session', insertSession.toRaw())
      .insert({ tokenHash: firstTokenHash, sessionId: session.id, counter: 0, createdAt: now })
      .execute();
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
    const rows = await this.database.query(insertSessionAfterPassword(session, passwordHash, auditValues));
    return rows.length > 0;
  }

  async findIdByToken(tokenHash: Buffer): Promise<string | undefined> {
    const token = await this.database.em.findOne(RefreshTokenEntity, { tokenHash });
    return token?.sessionId;
  }

  /**
   * Fast path of a refresh with the current token. Concurrent calls share one statement and one commit. Writes nothing and returns
   * undefined if the token is not the current one, the session has expired, the user is banned or deleted, or the session is locked;
   * the caller then takes the slow path, which tells these cases apart.
   */
  rotateCurrent(rotation: CurrentRotation): Promise<RotatedSession | undefined> {
    return this.rotations.load(rotation);
  }

  /** Locks the session until the transaction ends. */
  async lock(id: string): Promise<SessionEntity | null> {
    return this.database.em.findOne(
      SessionEntity,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Active sessions, most recently refreshed first. */
  listByUser(userId: string, now: Date): Promise<SessionEntity[]> {
    return this.database.em.find(
      SessionEntity,
      { userId, notAfter: { $gt: now } },
      { orderBy: [{ [sql`coalesce(refreshed_at, created_at)`]: 'desc' }, { id: 'desc' }], limit: MAX_LISTED },
    );
  }

  async isActive(id: string, userId: string, now: Date): Promise<boolean> {
    return (await this.database.em.count(SessionEntity, { id, userId, notAfter: { $gt: now } })) > 0;
  }

  async findCreatedAt(id: string): Promise<Date | undefined> {
    return (await this.database.em.findOne(SessionEntity, { id }))?.createdAt;
  }

  /** Whether a recovery email opened the session and no password has been set in it since. */
  async isRecovery(id: string): Promise<boolean> {
    return (await this.database.em.count(SessionEntity, { id, recovery: true })) > 0;
  }

  async findPresentedToken(sessionId: string, tokenHash: Buffer): Promise<PresentedToken | undefined> {
    const [presented, ...later] = await this.database.em.find(
      RefreshTokenEntity,
      { sessionId, counter: { $gte: tokenCounter(sessionId, tokenHash) } },
      { orderBy: { counter: 'asc' } },
    );
    return (
      presented && {
        counter: presented.counter,
        spentAt: later[0]?.createdAt ?? null,
        laterSalts: later.flatMap(({ salt }) => salt ?? []),
      }
    );
  }

  /** Makes the next token the current one of a locked session. */
  rotate(session: SessionEntity, { userAgent, ip, ...token }: NextToken): void {
    session.userAgent = userAgent ?? session.userAgent;
    session.ip = ip ?? session.ip;
    this.addToken(session, token);
  }

  /** Replaces all refresh tokens of a locked session. Assurance level and methods stay. */
  async renew(session: SessionEntity, token: Pick<NextToken, 'tokenHash' | 'now'>): Promise<void> {
    await this.database.em.nativeDelete(RefreshTokenEntity, { sessionId: session.id });
    this.addToken(session, token);
  }

  /** Raises a locked session to `aal2` and replaces all its refresh tokens. */
  async elevate(
    session: SessionEntity,
    {
      amr,
      factorId,
      ...token
    }: Pick<NextToken, 'tokenHash' | 'now'> & { amr: SessionEntity['amr']; factorId: string },
  ): Promise<void> {
    Object.assign(session, { aal: 'aal2', amr, factorId } satisfies Partial<SessionEntity>);
    await this.renew(session, token);
    // The first use of a factor then ends all sessions that are still `aal1` in the database.
    await this.database.em.flush();
  }

  /** False if the user has no such session. */
  async end(userId: string, id: string): Promise<boolean> {
    return (await this.database.em.nativeDelete(SessionEntity, { id, userId })) > 0;
  }

  override async removeAllForUser(userId: string): Promise<void> {
    await this.endAll(userId);
  }

  /** Ends all sessions of a user, optionally except one. Returns their number. */
  endAll(userId: string, { except }: { except?: string } = {}): Promise<number> {
    return this.database.em.nativeDelete(SessionEntity, {
      userId,
      ...(except === undefined ? {} : { id: { $ne: except } }),
    });
  }

  private addToken(
    session: SessionEntity,
    { tokenHash, salt = null, now }: Pick<NextToken, 'tokenHash' | 'now'> & { salt?: Buffer | null },
  ): void {
    session.refreshCounter += 1;
    session.refreshedAt = now;
    session.updatedAt = now;
    const { id: sessionId, refreshCounter: counter } = session;
    this.database.em.create(RefreshTokenEntity, { tokenHash, sessionId, counter, salt, createdAt: now });
  }

  private async rotateAllCurrent(all: CurrentRotation[]): Promise<(RotatedSession | undefined)[]> {
    const rows = await this.database.query<RotatedRow>(rotateCurrentTokens(all));
    const results: (RotatedSession | undefined)[] = all.map(() => undefined);
    for (const { ordinal, sessionId: id, sessionAal: aal, sessionAmr: amr, ...user } of rows) {
      results[ordinal - 1] = { ...toUserWithIdentities(user), session: { id, aal, amr } };
    }
    return results;
  }
}
