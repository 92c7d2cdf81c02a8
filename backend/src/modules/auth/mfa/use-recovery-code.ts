import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserDeletedError, SessionNotFoundError } from '../access/session-errors.js';
import { userRecoveryCodeUsed } from '../core/events.js';
import { FactorNotFoundError, InvalidFactorCodeError } from '../factors/factor-errors.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { FactorAttempts } from './factor-attempts.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';

/** Elevates a session to `aal2` with a recovery code in place of a lost factor. */
@Injectable()
export class UseRecoveryCode {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly codes: RecoveryCodes,
    private readonly elevateSession: ElevateSession,
    private readonly sessionGrants: SessionGrants,
    private readonly factorAttempts: FactorAttempts,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `mfa_verification_failed`, `mfa_factor_not_found` for a user without a verified factor, and `rate_limited`. */
  async use({ userId, sessionId }: AuthenticatedCaller, code: string): Promise<SessionGrant> {
    const attempt = await this.factorAttempts.count(`recovery:${userId}`);
    const outcome = await this.database.transaction(async () => {
      const user = await this.users.lockById(userId);
      if (!user) throw new UserDeletedError();
      const factors = await this.factors.findByUser(user);
      const lost = factors.find(({ status }) => status === 'verified');
      if (!lost) throw new FactorNotFoundError();
      if (!(await this.recoveryCodes.consume(userId, this.codes.hash(userId, code), this.clock.now()))) {
        await this.record(user, 'recovery_code.rejected');
        return undefined;
      }
      return { user, session: await this.accept(user, sessionId, lost.id) };
    });
    if (!outcome) throw new InvalidFactorCodeError('Invalid recovery code entered');
    attempt.release();
    return this.sessionGrants.grant(outcome.user, outcome.session);
  }

  /** Ties the elevation to the lost factor: removing that factor drops the session back to `aal1`. */
  private async accept(user: UserEntity, sessionId: string, factorId: string): Promise<OpenSession> {
    const session = await this.elevateSession.elevate(sessionId, { method: 'mfa/recovery_code', factorId });
    if (!session) throw new SessionNotFoundError();
    const remaining = (await this.recoveryCodes.findSetByUser(user.id))?.remaining ?? 0;
    await this.outbox.emit(userRecoveryCodeUsed, { userId: user.id, remaining });
    await this.record(user, 'recovery_code.used');
    return session;
  }

  private record({ id }: UserEntity, action: string): Promise<void> {
    return this.audit.record({ actorId: id, action, subject: { type: 'user', id } });
  }
}
