import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import {
  RefreshTokenNotFoundError,
  RefreshTokenUsedError,
  SessionExpiredError,
} from '../access/session-errors.js';
import { InvalidInputError, UserBannedError } from '../core/auth-errors.js';
import { childToken, hashSecret } from '../core/secrets.js';
import { isBanned } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { currentClient } from './devices.js';
import type { SessionEntity } from './persistence/session.entity.js';
import {
  SessionsRepository,
  type NextToken,
  type RotatedSession,
} from './persistence/sessions.repository.js';
import { decideRefresh } from './refresh-decision.js';
import { SessionGrants, type SessionGrant } from './session-grants.js';

const SALT_BYTES = 32;
/** Our tokens, or the short form that other servers of this protocol issue, which is reported as not found. */
const SHAPE = /^([A-Za-z0-9_-]{43}|[a-z0-9]{12})$/;

type Rotation = { rotated: RotatedSession; next: string };

/**
 * The refresh grant: each use of the current refresh token issues a new one. Calls for one session are serialized. Reuse of a spent
 * token ends the session: either the user or a thief has the newer token, and there is no telling which.
 */
@Injectable()
export class RotateSession {
  constructor(
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly sessionGrants: SessionGrants,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Throws `service_unavailable` after waiting too long for concurrent calls of the session. */
  async rotate(refreshToken: string): Promise<SessionGrant> {
    if (!SHAPE.test(refreshToken)) throw new InvalidInputError('Refresh token is not valid');
    const { next, ...row } = this.nextToken(refreshToken);
    const rotated = await this.sessionsRepository.rotateCurrent({
      presented: hashSecret(refreshToken),
      next: row,
    });
    if (rotated) return this.grant(rotated, next);
    const rotation = await this.rotateAny(refreshToken);
    return this.grant(rotation.rotated, rotation.next);
  }

  private grant({ user, identities, session }: RotatedSession, next: string): Promise<SessionGrant> {
    const { id, aal, amr } = session;
    return this.sessionGrants.grant(user, { id, aal, amr, refreshToken: next }, identities);
  }

  private async rotateAny(refreshToken: string): Promise<Rotation> {
    const sessionId = await this.sessionsRepository.findIdByToken(hashSecret(refreshToken));
    if (sessionId === undefined) throw new RefreshTokenNotFoundError();
    const rotation = await this.database.transaction(() => this.rotateLocked(sessionId, refreshToken));
    if (!rotation) throw new RefreshTokenUsedError();
    return rotation;
  }

  /** Undefined if the token was reused. The session's end must be committed, so this does not throw. */
  private async rotateLocked(sessionId: string, token: string): Promise<Rotation | undefined> {
    const now = this.clock.now();
    const session = await this.sessionsRepository.lock(sessionId);
    const presented =
      session && (await this.sessionsRepository.findPresentedToken(sessionId, hashSecret(token)));
    const found = session && (await this.users.findWithIdentities(session.userId));
    if (!session || !presented || !found) throw new RefreshTokenNotFoundError();
    if (session.notAfter <= now) throw new SessionExpiredError();
    if (isBanned(found.user, now)) throw new UserBannedError('malformed');
    const { counter, spentAt, laterSalts } = presented;
    const { refreshReuseSeconds } = this.settings.auth;
    const state = { counter, spentAt, currentCounter: session.refreshCounter };
    const rotated = { ...found, session };
    switch (decideRefresh(state, refreshReuseSeconds, now)) {
      case 'rotate':
        return { rotated, next: this.advance(session, token) };
      case 'repeat':
        return { rotated, next: laterSalts.reduce(childToken, token) };
      case 'reuse':
        await this.endForReuse(session);
        return undefined;
    }
  }

  private advance(session: SessionEntity, token: string): string {
    const { next, ...row } = this.nextToken(token);
    this.sessionsRepository.rotate(session, row);
    return next;
  }

  /** The next token and its row. */
  private nextToken(token: string): NextToken & { next: string } {
    const salt = randomBytes(SALT_BYTES);
    const next = childToken(token, salt);
    return { ...currentClient(), next, tokenHash: hashSecret(next), salt, now: this.clock.now() };
  }

  private async endForReuse({ id, userId }: SessionEntity): Promise<void> {
    await this.sessionsRepository.end(userId, id);
    await this.audit.record({
      actorId: userId,
      action: 'session.revoked_for_reuse',
      subject: { type: 'session', id },
    });
  }
}
