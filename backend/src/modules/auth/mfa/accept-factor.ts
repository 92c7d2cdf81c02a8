import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SessionNotFoundError } from '../access/session-errors.js';
import { byUser } from '../core/audit-entries.js';
import { userMfaFactorEnrolled } from '../core/events.js';
import { FactorsRepository, type SecondFactor } from '../factors/factors.repository.js';
import { ElevateSession, type VerifiedFactor } from '../sessions/elevate-session.js';
import type { OpenSession } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

const METHODS = { totp: 'totp', webauthn: 'mfa/webauthn', phone: 'mfa/phone' } as const satisfies Record<
  SecondFactor['factorType'],
  VerifiedFactor['method']
>;

/** Records the outcome of a factor verification. Call inside the transaction that locked the user. */
@Injectable()
export class AcceptFactor {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly elevateSession: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** The first success enrolls the factor: it ends every `aal1` session and removes the user's unverified factors. */
  async accept(
    user: UserEntity,
    factor: SecondFactor,
    caller: AuthenticatedCaller,
    step: number | null = null,
  ): Promise<OpenSession> {
    const { id: factorId, factorType } = factor;
    await this.factors.markVerified(factorId, step, this.clock.now());
    // Challenges of other sessions stay valid. That allows no extra guesses: attempts are counted per factor.
    await this.factors.removeChallengesInSession(caller.sessionId, factorId);
    const session = await this.elevateSession.elevate(caller.sessionId, {
      method: METHODS[factorType],
      factorId,
    });
    if (!session) throw new SessionNotFoundError();
    if (factor.status === 'unverified') {
      await this.factors.removeUnverifiedForUser(user.id, null);
      await this.elevateSession.endBelowAal2(user.id);
      const others = (await this.factors.findByUser(user)).filter(({ id }) => id !== factorId);
      const additional = others.some(({ status }) => status === 'verified');
      await this.outbox.emit(userMfaFactorEnrolled, { userId: user.id, factor: factorType, additional });
      await this.audit.record(byUser(user.id, 'factor.enrolled', { factorId }));
    }
    await this.audit.record(byUser(user.id, 'factor.verified', { factorId }));
    return session;
  }

  reject(user: UserEntity, factorId: string): Promise<void> {
    return this.audit.record(byUser(user.id, 'factor.rejected', { factorId }));
  }
}
