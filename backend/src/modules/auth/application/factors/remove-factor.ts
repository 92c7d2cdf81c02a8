import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { UserNotFoundError } from '../../domain/auth-errors.js';
import { FactorNotFoundError, InsufficientLevelError } from '../../domain/factor-errors.js';
import type { Factor } from '../../domain/user.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
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
    private readonly sessions: ElevateSession,
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
    return (await this.factors.of(account)).map(describeFactor);
  }

  private remove(
    accountId: string,
    factorId: string,
    { actorId, mayRemoveVerified }: { actorId: string | null; mayRemoveVerified: boolean },
  ): Promise<Factor> {
    return this.database.transaction(async () => {
      const account = await this.accounts.lockById(accountId);
      if (!account) throw new UserNotFoundError();
      const factor = (await this.factors.of(account)).find(({ id }) => id === factorId);
      if (!factor) throw new FactorNotFoundError();
      if (factor.status === 'verified' && !mayRemoveVerified) throw new InsufficientLevelError('invalid');
      await this.factors.remove(factorId);
      await this.sessions.lowerThoseOf(factorId);
      await this.audit.record({
        actorId,
        action: 'factor.removed',
        subject: { type: 'account', id: accountId },
        details: { factorId },
      });
      return describeFactor(factor);
    });
  }
}
