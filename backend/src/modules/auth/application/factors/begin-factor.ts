import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { FactorExistsError, FactorNameTakenError, TooManyFactorsError } from '../../domain/factor-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository, isSecondFactor, type FactorRow } from '../../persistence/factors.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { SecondStep } from './second-step.js';

/** Nobody who means it takes longer to show it for the first time. */
const UNVERIFIED_SECONDS = 300;
const MOST_FACTORS = 10;

export type NewFactor = Pick<FactorRow, 'id' | 'factorType' | 'friendlyName' | 'secret' | 'phone'>;

/** Writes a second factor that counts from its first right use on, and is forgotten without one. */
@Injectable()
export class BeginFactor {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly secondStep: SecondStep,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `insufficient_aal`, `mfa_factor_name_conflict`, `mfa_verified_factor_exists`, `too_many_enrolled_mfa_factors`. */
  begin(caller: ProvenCaller, factor: NewFactor): Promise<AccountEntity> {
    const { accountId } = caller;
    return this.database.transaction(async () => {
      const account = await this.accounts.lockById(accountId);
      if (!account) throw new AccountGoneError();
      await this.factors.removeUnverifiedOf(accountId, this.clock.in(-UNVERIFIED_SECONDS));
      await this.secondStep.assertShown(account, caller, 'forbidden');
      await this.judge(account, factor);
      account.hasFactors = true;
      const now = this.clock.now();
      await this.factors.insert({
        ...factor,
        accountId,
        status: 'unverified',
        lastStep: null,
        lastChallengedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      await this.audit.record({
        actorId: accountId,
        action: 'factor.enrolled',
        subject: { type: 'account', id: accountId },
        details: { factorId: factor.id },
      });
      return account;
    });
  }

  private async judge(account: AccountEntity, factor: NewFactor): Promise<void> {
    const listed = await this.factors.listOf(account);
    const present = listed.filter(isSecondFactor);
    if (present.length >= MOST_FACTORS) throw new TooManyFactorsError();
    const counts = ({ phone, status }: FactorRow) =>
      phone !== null && phone === factor.phone && status === 'verified';
    if (present.some(counts)) throw new FactorExistsError();
    if (listed.some(({ friendlyName }) => friendlyName === factor.friendlyName)) {
      throw new FactorNameTakenError();
    }
  }
}
