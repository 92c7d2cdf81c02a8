import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { UserNotFoundError } from '../../domain/auth-errors.js';
import { accountFactorRemoved } from '../../domain/events.js';
import { FactorNotFoundError, InsufficientLevelError } from '../../domain/factor-errors.js';
import type { Factor } from '../../domain/user.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository, isSecondFactor, type FactorRow } from '../../persistence/factors.repository.js';
import { RecoveryCodesRepository } from '../../persistence/recovery-codes.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import { describeFactor } from './describe-factor.js';

/** Takes second factors away: by their owner, or by the operator for an owner who has lost his device. */
@Injectable()
export class RemoveFactor {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly sessions: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Throws `insufficient_aal` for one that counts, in a session that has not shown it. */
  async byOwner({ accountId, aal }: ProvenCaller, factorId: string): Promise<void> {
    await this.remove(accountId, factorId, { actorId: accountId, mayRemoveVerified: aal !== 'aal1' });
  }

  byService(accountId: string, factorId: string): Promise<Factor> {
    return this.remove(accountId, factorId, { actorId: null, mayRemoveVerified: true });
  }

  /** Throws `user_not_found`. */
  async list(accountId: string): Promise<Factor[]> {
    const account = await this.accounts.findById(accountId);
    if (!account) throw new UserNotFoundError();
    return (await this.factors.listOf(account)).map(describeFactor);
  }

  private remove(
    accountId: string,
    factorId: string,
    { actorId, mayRemoveVerified }: { actorId: string | null; mayRemoveVerified: boolean },
  ): Promise<Factor> {
    return this.database.transaction(async () => {
      const account = await this.accounts.lockById(accountId);
      if (!account) throw new UserNotFoundError();
      const factor = (await this.factors.listOf(account)).find(({ id }) => id === factorId);
      if (!factor) throw new FactorNotFoundError();
      if (factor.status === 'verified' && !mayRemoveVerified) throw new InsufficientLevelError('invalid');
      await this.factors.remove(factorId);
      if (isSecondFactor(factor)) await this.leave(account, factor);
      await this.audit.record({
        actorId,
        action: isSecondFactor(factor) ? 'factor.removed' : 'recovery-codes.removed',
        subject: { type: 'account', id: accountId },
        details: { factorId },
      });
      return describeFactor(factor);
    });
  }

  private async leave(account: AccountEntity, { id, status, factorType }: FactorRow): Promise<void> {
    await this.sessions.lowerThoseOf(id);
    const left = (await this.factors.of(account)).some((other) => other.status === 'verified');
    // Codes that stand in for nothing must not stand in for a factor of later.
    if (!left) await this.recoveryCodes.removeAllOf(account.id);
    if (status === 'verified') {
      await this.outbox.emit(accountFactorRemoved, { accountId: account.id, factor: factorType });
    }
  }
}
