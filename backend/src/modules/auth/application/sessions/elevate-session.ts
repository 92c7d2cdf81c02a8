import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { SessionLevelsRepository } from '../../persistence/session-levels.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import { hashOfSecret, newSecret } from '../secrets.js';
import type { OpenSession } from './session-grants.js';

/** What was shown, in the protocol's word for it. */
export interface VerifiedFactor {
  method: 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';
  /** The session falls back when this factor is taken away. */
  factorId: string;
}

/** Lifts a session to the second level and takes it back. In the transaction that proves the right to it. */
@Injectable()
export class ElevateSession {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly levels: SessionLevelsRepository,
    private readonly clock: Clock,
  ) {}

  /** With a refresh token of its own: one that was stolen before must not share what was shown now. */
  async elevate(sessionId: string, { method, factorId }: VerifiedFactor): Promise<OpenSession | undefined> {
    const session = await this.sessionsRepository.lock(sessionId);
    if (!session) return undefined;
    const now = this.clock.now();
    const shown = { method, timestamp: Math.floor(now.getTime() / 1000) };
    const amr = [shown, ...session.amr.filter((earlier) => earlier.method !== method)];
    const refreshToken = newSecret();
    await this.sessionsRepository.elevate(sessionId, {
      amr,
      factorId,
      counter: session.refreshCounter + 1,
      tokenHash: hashOfSecret(refreshToken),
      now,
    });
    return { id: sessionId, aal: 'aal2', amr, refreshToken };
  }

  endBelowAal2(userId: string): Promise<void> {
    return this.levels.endAal1Sessions(userId);
  }

  /** Sessions that showed a factor which is gone are of the first level again. */
  downgradeByFactor(factorId: string): Promise<void> {
    return this.levels.downgradeByFactor(factorId, this.clock.now());
  }

  /** The same for sessions that a removed passkey opened. */
  lowerThoseOfPasskey(userId: string, passkeyId: string): Promise<void> {
    return this.levels.downgradeByPasskey(userId, passkeyId, this.clock.now());
  }
}
