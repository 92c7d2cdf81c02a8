import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError, UserBannedError } from '../../domain/auth-errors.js';
import { decideRefresh } from '../../domain/refresh-decision.js';
import {
  RefreshTokenUnknownError,
  RefreshTokenUsedError,
  SessionExpiredError,
} from '../../domain/session-errors.js';
import { isBanned } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import {
  SessionsRepository,
  type NextToken,
  type RotatedSession,
  type SessionRow,
} from '../../persistence/sessions.repository.js';
import { presentClient } from './client.js';
import { childToken, hashOfSecret } from '../secrets.js';
import { SessionGrants, type SessionGrant } from './session-grants.js';

const SALT_BYTES = 32;
/** Ours, or the short form of other servers of this protocol, which then is simply unknown. */
const SHAPE = /^([A-Za-z0-9_-]{43}|[a-z0-9]{12})$/;

type Rotation = { session: SessionRow; next: string };

/**
 * The refresh grant: a new refresh token for each use of the present one. Calls of one session come one after the other.
 * A spent token that comes back ends the session: either its owner or a thief holds the newer one, and nobody can say who.
 */
@Injectable()
export class RotateSession {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly grants: SessionGrants,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Throws `service_unavailable` after five seconds of waiting for other calls of the session. */
  async rotate(refreshToken: string): Promise<SessionGrant> {
    if (!SHAPE.test(refreshToken)) throw new InvalidInputError('Refresh token is not valid');
    const { next, ...row } = this.following(refreshToken);
    const present = await this.sessions.rotatePresent({ presented: hashOfSecret(refreshToken), next: row });
    if (present) return this.grant(present, next);
    const rotation = await this.rotateAny(refreshToken);
    const found = await this.accounts.findWithIdentities(rotation.session.accountId);
    if (!found) throw new RefreshTokenUnknownError();
    return this.grant({ ...found, session: rotation.session }, rotation.next);
  }

  private grant({ account, identities, session }: RotatedSession, next: string): Promise<SessionGrant> {
    return this.grants.grant(account, { ...session, refreshToken: next }, identities);
  }

  private async rotateAny(refreshToken: string): Promise<Rotation> {
    const sessionId = await this.sessions.findIdByToken(hashOfSecret(refreshToken));
    if (sessionId === undefined) throw new RefreshTokenUnknownError();
    const rotation = await this.database.transaction(() => this.rotateLocked(sessionId, refreshToken));
    if (!rotation) throw new RefreshTokenUsedError();
    return rotation;
  }

  /** Undefined when the token was used before: the end of the session must be committed, so nothing is thrown here. */
  private async rotateLocked(sessionId: string, token: string): Promise<Rotation | undefined> {
    const now = this.clock.now();
    const session = await this.sessions.lock(sessionId);
    const presented = session && (await this.sessions.presented(sessionId, hashOfSecret(token)));
    const account = session && (await this.accounts.findById(session.accountId));
    if (!session || !presented || !account) throw new RefreshTokenUnknownError();
    if (session.notAfter <= now) throw new SessionExpiredError();
    if (isBanned(account, now)) throw new UserBannedError('malformed');
    const { counter, spentAt, laterSalts } = presented;
    const { refreshReuseSeconds } = this.settings.auth;
    const state = { counter, spentAt, currentCounter: session.refreshCounter };
    switch (decideRefresh(state, refreshReuseSeconds, now)) {
      case 'rotate':
        return { session, next: await this.advance(session, token) };
      case 'repeat':
        return { session, next: laterSalts.reduce(childToken, token) };
      case 'reuse':
        await this.endForReuse(session);
        return undefined;
    }
  }

  private async advance(session: SessionRow, token: string): Promise<string> {
    const { next, ...row } = this.following(token);
    await this.sessions.rotate(session.id, { ...row, counter: session.refreshCounter + 1 });
    return next;
  }

  /** The token after this one, and its row. */
  private following(token: string): NextToken & { next: string } {
    const salt = randomBytes(SALT_BYTES);
    const next = childToken(token, salt);
    return { ...presentClient(), next, tokenHash: hashOfSecret(next), salt, now: this.clock.now() };
  }

  private async endForReuse({ id, accountId }: SessionRow): Promise<void> {
    await this.sessions.end(accountId, id);
    await this.audit.record({
      actorId: accountId,
      action: 'session.ended-for-reuse',
      subject: { type: 'session', id },
    });
  }
}
