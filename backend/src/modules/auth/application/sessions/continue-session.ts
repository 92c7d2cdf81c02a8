import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { SessionNotFoundError } from '../../domain/session-errors.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import { hashSecret, newSecret } from '../secrets.js';
import type { OpenSession } from './session-grants.js';

/** Gives the owner of a session new tokens of it where the refresh token itself is not at hand. */
@Injectable()
export class ContinueSession {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * In the transaction that proves the right to it. At the level that the session has now: nothing that was kept meanwhile can raise
   * it. Its earlier refresh tokens are gone, so that there is one line of them. Throws `session_not_found` for a session that is
   * over, or of another account.
   */
  async continue(userId: string, sessionId: string): Promise<OpenSession> {
    const session = await this.sessionsRepository.lock(sessionId);
    const now = this.clock.now();
    if (!session || session.userId !== userId || session.notAfter <= now) throw new SessionNotFoundError();
    const refreshToken = newSecret();
    await this.sessionsRepository.renew(sessionId, {
      counter: session.refreshCounter + 1,
      tokenHash: hashSecret(refreshToken),
      now,
    });
    return { id: sessionId, aal: session.aal, amr: session.amr, refreshToken };
  }
}
