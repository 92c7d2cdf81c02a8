import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import { SessionLevelsRepository } from './persistence/session-levels.repository.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import type { OpenSession } from './session-grants.js';

export interface VerifiedFactor {
  /** As in the `amr` claim. */
  method: 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';
  /** Removing this factor drops the session back to `aal1`. */
  factorId: string;
}

/** Elevates sessions to `aal2` and downgrades them. Call inside the transaction that authorizes it. */
@Injectable()
export class ElevateSession {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly levels: SessionLevelsRepository,
    private readonly clock: RealClock,
  ) {}

  /** Issues a new refresh token: one stolen earlier must not gain the new level. */
  async elevate(sessionId: string, { method, factorId }: VerifiedFactor): Promise<OpenSession | undefined> {
    const session = await this.sessionsRepository.lock(sessionId);
    if (!session) return undefined;
    const now = this.clock.now();
    const entry = { method, timestamp: Math.floor(now.getTime() / 1000) };
    const amr = [entry, ...session.amr.filter((earlier) => earlier.method !== method)];
    const refreshToken = newSecret();
    await this.sessionsRepository.elevate(session, {
      amr,
      factorId,
      tokenHash: hashSecret(refreshToken),
      now,
    });
    return { id: sessionId, aal: 'aal2', amr, refreshToken };
  }

  /** Ends the user's sessions at `aal1`. */
  endBelowAal2(userId: string): Promise<void> {
    return this.levels.endAal1Sessions(userId);
  }

  /** Drops sessions that were elevated with the factor back to `aal1`. */
  downgradeByFactor(factorId: string): Promise<void> {
    return this.levels.downgradeByFactor(factorId, this.clock.now());
  }

  /** Drops sessions that were opened with the passkey to `aal1`. */
  downgradeByPasskey(userId: string, passkeyId: string): Promise<void> {
    return this.levels.downgradeByPasskey(userId, passkeyId, this.clock.now());
  }
}
