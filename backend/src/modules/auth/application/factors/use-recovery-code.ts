import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { accountRecoveryCodeUsed } from '../../domain/events.js';
import { FactorNotFoundError, WrongFactorCodeError } from '../../domain/factor-errors.js';
import { AccountGoneError, SessionGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { RecoveryCodesRepository } from '../../persistence/recovery-codes.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import { FactorGuesses } from './factor-guesses.js';
import { RecoveryCodes } from './recovery-codes.js';

/** Lifts a session to the second level by a code from paper, in the place of the factor that was lost. */
@Injectable()
export class UseRecoveryCode {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly rows: RecoveryCodesRepository,
    private readonly codes: RecoveryCodes,
    private readonly sessions: ElevateSession,
    private readonly grants: SessionGrants,
    private readonly guesses: FactorGuesses,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `mfa_verification_failed`, `mfa_factor_not_found` for an account without a factor, and `rate_limited`. */
  async use({ accountId, sessionId }: ProvenCaller, code: string): Promise<SessionGrant> {
    const guess = await this.guesses.count(`recovery:${accountId}`);
    const outcome = await this.database.transaction(async () => {
      const account = await this.accounts.lockById(accountId);
      if (!account) throw new AccountGoneError();
      const factors = await this.factors.of(account);
      const lost = factors.find(({ status }) => status === 'verified');
      if (!lost) throw new FactorNotFoundError();
      if (!(await this.rows.use(accountId, this.codes.hash(accountId, code), this.clock.now()))) {
        await this.record(account, 'recovery-code.refused');
        return undefined;
      }
      return { account, session: await this.accept(account, sessionId, lost.id) };
    });
    if (!outcome) throw new WrongFactorCodeError('Invalid recovery code entered');
    guess.giveBack();
    return this.grants.grant(outcome.account, outcome.session);
  }

  /** The session falls back when the factor that was lost is taken away, as if the factor itself had been shown. */
  private async accept(account: AccountEntity, sessionId: string, factorId: string): Promise<OpenSession> {
    const session = await this.sessions.elevate(sessionId, { method: 'mfa/recovery_code', factorId });
    if (!session) throw new SessionGoneError();
    const remaining = (await this.rows.setOf(account.id))?.remaining ?? 0;
    await this.outbox.emit(accountRecoveryCodeUsed, { accountId: account.id, remaining });
    await this.record(account, 'recovery-code.used');
    return session;
  }

  private record({ id }: AccountEntity, action: string): Promise<void> {
    return this.audit.record({ actorId: id, action, subject: { type: 'account', id } });
  }
}
