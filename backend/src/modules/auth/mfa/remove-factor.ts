import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserNotFoundError } from '../core/auth-errors.js';
import { userMfaFactorUnenrolled } from '../core/events.js';
import { type Factor, describeFactor } from '../factors/describe-factor.js';
import { FactorNotFoundError, InsufficientAalError } from '../factors/factor-errors.js';
import { FactorsRepository, isSecondFactor, type SecondFactor } from '../factors/factors.repository.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';

/** Removes second factors, on behalf of the user or of the operator when a user has lost their device. */
@Injectable()
export class RemoveFactor {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly elevateSession: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Removing a verified factor takes an `aal2` session. Throws `insufficient_aal`. */
  async byOwner({ userId, aal }: AuthenticatedCaller, factorId: string): Promise<void> {
    await this.remove(userId, factorId, { actorId: userId, mayRemoveVerified: aal !== 'aal1' });
  }

  byService(userId: string, factorId: string): Promise<Factor> {
    return this.remove(userId, factorId, { actorId: null, mayRemoveVerified: true });
  }

  /** Throws `user_not_found`. */
  async list(userId: string): Promise<Factor[]> {
    const user = await this.users.findById(userId);
    if (!user) throw new UserNotFoundError();
    return (await this.factors.findListedByUser(user)).map(describeFactor);
  }

  private remove(
    userId: string,
    factorId: string,
    { actorId, mayRemoveVerified }: { actorId: string | null; mayRemoveVerified: boolean },
  ): Promise<Factor> {
    return this.database.transaction(async () => {
      const user = await this.users.lockById(userId);
      if (!user) throw new UserNotFoundError();
      const factor = (await this.factors.findListedByUser(user)).find(({ id }) => id === factorId);
      if (!factor) throw new FactorNotFoundError();
      if (factor.status === 'verified' && !mayRemoveVerified) throw new InsufficientAalError('invalid');
      await this.factors.remove(factorId);
      if (isSecondFactor(factor)) await this.afterRemoval(user, factor);
      await this.audit.record({
        actorId,
        action: isSecondFactor(factor) ? 'factor.removed' : 'recovery_codes.deleted',
        subject: { type: 'user', id: userId },
        details: { factorId },
      });
      return describeFactor(factor);
    });
  }

  private async afterRemoval(user: UserEntity, { id, status, factorType }: SecondFactor): Promise<void> {
    await this.elevateSession.downgradeByFactor(id);
    const hasVerified = (await this.factors.findByUser(user)).some((other) => other.status === 'verified');
    // Without a verified factor, old recovery codes must not carry over to one enrolled later.
    if (!hasVerified) await this.recoveryCodes.removeAllForUser(user.id);
    if (status === 'verified') {
      await this.outbox.emit(userMfaFactorUnenrolled, { userId: user.id, factor: factorType });
    }
  }
}
