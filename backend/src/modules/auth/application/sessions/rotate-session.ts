import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError, UserBannedError } from '../../domain/auth-errors.js';
import { decideRefresh } from '../../domain/refresh-decision.js';
import {
  RefreshTokenNotFoundError,
  RefreshTokenUsedError,
  SessionExpiredError,
} from '../../domain/session-errors.js';
import { isBanned } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import {
  SessionsRepository,
  type NextToken,
  type RotatedSession,
  type SessionRow,
} from '../../persistence/sessions.repository.js';
import { currentClient } from './client.js';
import { childToken, hashOfSecret } from '../secrets.js';
import { SessionGrants, type SessionGrant } from './session-grants.js';

const SALT_BYTES = 32;
/** Ours, or the short form of other servers of this protocol, which then is simply unknown. */
const SHAPE = /^([A-Za-z0-9_-]{43}|[a-z0-9]{12})$/;

type Rotation = { session: SessionRow; next: string };

/**
 * The refresh grant: a new refresh token for each use of the present one. Calls of one session come one after the other.
 * A spent token that comes back ends the session: either its owner or a thief holds the newer one, and no one can say who.
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
    private readonly clock: Clock,
  ) {}

  /** Throws `service_unavailable` after five seconds of waiting for other calls of the session. */
  async rotate(refreshToken: string): Promise<SessionGrant> {
    if (!SHAPE.test(refreshToken)) throw new InvalidInputError('Refresh token is not valid');
    const { next, ...row } = this.following(refreshToken);
    const present = await this.sessionsRepository.rotateCurrent({
      presented: hashOfSecret(refreshToken),
      next: row,
    });
    if (present) return this.grant(present, next);
    const rotation = await this.rotateAny(refreshToken);
    const found = await this.users.findWithIdentities(rotation.session.userId);
    if (!found) throw new RefreshTokenNotFoundError();
    return this.grant({ ...found, session: rotation.session }, rotation.next);
  }

  private grant({ user, identities, session }: RotatedSession, next: string): Promise<SessionGrant> {
    return this.sessionGrants.grant(user, { ...session, refreshToken: next }, identities);
  }

  private async rotateAny(refreshToken: string): Promise<Rotation> {
    const sessionId = await this.sessionsRepository.findIdByToken(hashOfSecret(refreshToken));
    if (sessionId === undefined) throw new RefreshTokenNotFoundError();
    const rotation = await this.database.transaction(() => this.rotateLocked(sessionId, refreshToken));
    if (!rotation) throw new RefreshTokenUsedError();
    return rotation;
  }

  /** Undefined when the token was used before: the end of the session must be committed, so nothing is thrown here. */
  private async rotateLocked(sessionId: string, token: string): Promise<Rotation | undefined> {
    const now = this.clock.now();
    const session = await this.sessionsRepository.lock(sessionId);
    const presented =
      session && (await this.sessionsRepository.findPresentedToken(sessionId, hashOfSecret(token)));
    const user = session && (await this.users.findById(session.userId));
    if (!session || !presented || !user) throw new RefreshTokenNotFoundError();
    if (session.notAfter <= now) throw new SessionExpiredError();
    if (isBanned(user, now)) throw new UserBannedError('malformed');
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
    await this.sessionsRepository.rotate(session.id, { ...row, counter: session.refreshCounter + 1 });
    return next;
  }

  /** The token after this one, and its row. */
  private following(token: string): NextToken & { next: string } {
    const salt = randomBytes(SALT_BYTES);
    const next = childToken(token, salt);
    return { ...currentClient(), next, tokenHash: hashOfSecret(next), salt, now: this.clock.now() };
  }

  private async endForReuse({ id, userId }: SessionRow): Promise<void> {
    await this.sessionsRepository.end(userId, id);
    await this.audit.record({
      actorId: userId,
      action: 'session.revoked_for_reuse',
      subject: { type: 'session', id },
    });
  }
}
