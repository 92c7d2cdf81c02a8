import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { byService } from '../core/audit-entries.js';
import { InvalidInputError, UserNotFoundError } from '../core/auth-errors.js';
import { userMfaFactorEnrolled } from '../core/events.js';
import { type Factor, describeFactor } from '../factors/describe-factor.js';
import { FactorExistsError, FactorNameConflictError, FactorNotFoundError } from '../factors/factor-errors.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import { UsersRepository } from '../users/persistence/users.repository.js';

export interface FactorUpdate {
  friendlyName: string | undefined;
  /** Digits only. */
  phone: string | undefined;
}

/** Lets the service key change a second factor's name, and the number of a phone factor. */
@Injectable()
export class UpdateFactor {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly elevateSession: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /**
   * A verified factor stays verified when its number changes. Sessions that verified the old number drop to `aal1`, codes sent to
   * it become invalid, and the user is notified. Throws `user_not_found`, `mfa_factor_not_found`, `mfa_factor_name_conflict`,
   * `mfa_verified_factor_exists`, `validation_failed`.
   */
  byService(userId: string, factorId: string, input: FactorUpdate): Promise<Factor> {
    return this.database.transaction(async () => {
      const user = await this.users.lockById(userId);
      if (!user) throw new UserNotFoundError();
      const factors = await this.factors.findListedByUser(user);
      const factor = factors.find(({ id }) => id === factorId);
      if (!factor) throw new FactorNotFoundError();
      if (input.phone !== undefined && factor.factorType !== 'phone') {
        throw new InvalidInputError('phone can only be changed on a phone factor');
      }
      const { friendlyName = factor.friendlyName, phone = factor.phone } = input;
      if (friendlyName === factor.friendlyName && phone === factor.phone) return describeFactor(factor);
      const others = factors.filter(({ id }) => id !== factorId);
      if (others.some((other) => other.friendlyName === friendlyName)) throw new FactorNameConflictError();
      const isDuplicate = others.some((other) => other.phone === phone && other.status === 'verified');
      if (phone !== null && isDuplicate) throw new FactorExistsError();
      const changes = { name: friendlyName !== factor.friendlyName, phone: phone !== factor.phone };
      Object.assign(factor, { friendlyName, phone, updatedAt: this.clock.now() });
      if (changes.phone) await this.afterPhoneChange(userId, factorId, factor.status === 'verified');
      await this.audit.record(byService(userId, 'factor.updated', { factorId, ...changes }));
      return describeFactor(factor);
    });
  }

  private async afterPhoneChange(userId: string, factorId: string, wasVerified: boolean): Promise<void> {
    await this.factors.removeChallengesByFactor(factorId);
    await this.elevateSession.downgradeByFactor(factorId);
    if (wasVerified)
      await this.outbox.emit(userMfaFactorEnrolled, { userId, factor: 'phone', additional: true });
  }
}
