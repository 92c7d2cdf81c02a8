import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { accountFactorAdded } from '../../domain/events.js';
import { SessionGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { FactorsRepository, type FactorRow } from '../../persistence/factors.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { ElevateSession, type ShownFactor } from '../sessions/elevate-session.js';
import type { OpenSession } from '../sessions/session-grants.js';

const METHODS = { totp: 'totp', webauthn: 'mfa/webauthn', phone: 'mfa/phone' } as const satisfies Record<
  FactorRow['factorType'],
  ShownFactor['method']
>;

/** What follows when a factor was shown rightly, or was not. In the transaction, on a locked account. */
@Injectable()
export class AcceptFactor {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly sessions: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** The first time makes the factor count: sessions that have not shown it end, and half-begun ones are dropped. */
  async accept(
    account: AccountEntity,
    factor: FactorRow,
    caller: ProvenCaller,
    step: number | null = null,
  ): Promise<OpenSession> {
    const { id: factorId, factorType } = factor;
    await this.factors.verified(factorId, step, this.clock.now());
    // Who signs in elsewhere at the same time goes on there. It is no guess more: those are counted by factor.
    await this.factors.removeChallengesIn(caller.sessionId, factorId);
    const session = await this.sessions.elevate(caller.sessionId, { method: METHODS[factorType], factorId });
    if (!session) throw new SessionGoneError();
    if (factor.status === 'unverified') {
      await this.factors.removeUnverifiedOf(account.id, null);
      await this.sessions.endLowerOf(account.id);
      await this.outbox.emit(accountFactorAdded, { accountId: account.id, factor: factorType });
      await this.record(account, 'factor.added', factorId);
    }
    await this.record(account, 'factor.verified', factorId);
    return session;
  }

  refuse(account: AccountEntity, factorId: string): Promise<void> {
    return this.record(account, 'factor.refused', factorId);
  }

  private record({ id }: AccountEntity, action: string, factorId: string): Promise<void> {
    return this.audit.record({
      actorId: id,
      action,
      subject: { type: 'account', id },
      details: { factorId },
    });
  }
}
