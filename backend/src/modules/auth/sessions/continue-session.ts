import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { SessionNotFoundError } from '../access/session-errors.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import type { OpenSession } from './session-grants.js';

/** Issues new tokens for an existing session without its refresh token. */
@Injectable()
export class ContinueSession {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly clock: RealClock,
  ) {}

  /**
   * Call inside the transaction that authorizes it. The session keeps its current assurance level, and earlier refresh tokens become
   * invalid. Throws `session_not_found` for a session that has ended or belongs to another user.
   */
  async continue(userId: string, sessionId: string): Promise<OpenSession> {
    const session = await this.sessionsRepository.lock(sessionId);
    const now = this.clock.now();
    if (!session || session.userId !== userId || session.notAfter <= now) throw new SessionNotFoundError();
    const refreshToken = newSecret();
    await this.sessionsRepository.renew(session, { tokenHash: hashSecret(refreshToken), now });
    return { id: sessionId, aal: session.aal, amr: session.amr, refreshToken };
  }
}
