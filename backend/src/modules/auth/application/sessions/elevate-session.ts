import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { SessionLevelsRepository } from '../../persistence/session-levels.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import { hashOfSecret, newSecret } from '../secrets.js';
import type { OpenSession } from './session-grants.js';

/** What was shown, in the protocol's word for it. */
export interface ShownFactor {
  method: 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';
  /** The session falls back when this factor is taken away. */
  factorId: string;
}

/** Lifts a session to the second level and takes it back. In the transaction that proves the right to it. */
@Injectable()
export class ElevateSession {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly levels: SessionLevelsRepository,
    private readonly clock: Clock,
  ) {}

  /** With a refresh token of its own: one that was stolen before must not share what was shown now. */
  async elevate(sessionId: string, { method, factorId }: ShownFactor): Promise<OpenSession | undefined> {
    const session = await this.sessions.lock(sessionId);
    if (!session) return undefined;
    const now = this.clock.now();
    const shown = { method, timestamp: Math.floor(now.getTime() / 1000) };
    const amr = [shown, ...session.amr.filter((earlier) => earlier.method !== method)];
    const refreshToken = newSecret();
    await this.sessions.elevate(sessionId, {
      amr,
      factorId,
      counter: session.refreshCounter + 1,
      tokenHash: hashOfSecret(refreshToken),
      now,
    });
    return { id: sessionId, aal: 'aal2', amr, refreshToken };
  }

  endLowerOf(accountId: string): Promise<void> {
    return this.levels.endLowerOf(accountId);
  }

  /** Sessions that showed a factor which is gone are of the first level again. */
  lowerThoseOf(factorId: string): Promise<void> {
    return this.levels.lowerThoseOf(factorId, this.clock.now());
  }

  /** The same for sessions that a removed passkey opened. */
  lowerThoseOfPasskey(accountId: string, passkeyId: string): Promise<void> {
    return this.levels.lowerThoseOfPasskey(accountId, passkeyId, this.clock.now());
  }
}
