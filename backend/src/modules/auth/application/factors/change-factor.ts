import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { InvalidInputError, UserNotFoundError } from '../../domain/auth-errors.js';
import { accountFactorAdded } from '../../domain/events.js';
import { FactorExistsError, FactorNameTakenError, FactorNotFoundError } from '../../domain/factor-errors.js';
import type { Factor } from '../../domain/user.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import { describeFactor } from './describe-factor.js';

export interface FactorChangeWish {
  friendlyName: string | undefined;
  /** Digits. */
  phone: string | undefined;
}

/** What the operator may change of somebody's second factor: its name, and the number of a phone. */
@Injectable()
export class ChangeFactor {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly sessions: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * A number that counted before counts after: sessions that have shown the former one are back at the first level, codes to it are
   * void, and the owner is told. Throws `user_not_found`, `mfa_factor_not_found`, `mfa_factor_name_conflict`,
   * `mfa_verified_factor_exists`, `validation_failed`.
   */
  byService(accountId: string, factorId: string, wish: FactorChangeWish): Promise<Factor> {
    return this.database.transaction(async () => {
      const account = await this.accounts.lockById(accountId);
      if (!account) throw new UserNotFoundError();
      const present = await this.factors.listOf(account);
      const factor = present.find(({ id }) => id === factorId);
      if (!factor) throw new FactorNotFoundError();
      if (wish.phone !== undefined && factor.factorType !== 'phone') {
        throw new InvalidInputError('phone can be changed of a phone alone');
      }
      const { friendlyName = factor.friendlyName, phone = factor.phone } = wish;
      if (friendlyName === factor.friendlyName && phone === factor.phone) return describeFactor(factor);
      const others = present.filter(({ id }) => id !== factorId);
      if (others.some((other) => other.friendlyName === friendlyName)) throw new FactorNameTakenError();
      const counts = others.some((other) => other.phone === phone && other.status === 'verified');
      if (phone !== null && counts) throw new FactorExistsError();
      const changed = { ...factor, friendlyName, phone, updatedAt: this.clock.now() };
      await this.factors.change(changed);
      if (phone !== factor.phone) await this.leave(accountId, factorId, factor.status === 'verified');
      await this.audit.record({
        actorId: null,
        action: 'factor.changed',
        subject: { type: 'account', id: accountId },
        details: {
          factorId,
          name: friendlyName !== factor.friendlyName,
          phone: phone !== factor.phone,
          by: 'service key',
        },
      });
      return describeFactor(changed);
    });
  }

  private async leave(accountId: string, factorId: string, counted: boolean): Promise<void> {
    await this.factors.removeChallengesOf(factorId);
    await this.sessions.lowerThoseOf(factorId);
    if (counted) await this.outbox.emit(accountFactorAdded, { accountId, factor: 'phone' });
  }
}
