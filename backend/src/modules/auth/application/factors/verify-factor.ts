import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { RateLimits, type Limit } from '../../../../platform/security/rate-limits.js';
import { SwitchedOffError } from '../../domain/auth-errors.js';
import { AuthenticatorCodes } from '../../domain/authenticator-codes.js';
import {
  ChallengeElsewhereError,
  ChallengeExpiredError,
  FactorNotFoundError,
  WrongFactorCodeError,
} from '../../domain/factor-errors.js';
import { AccountGoneError, SessionGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository, type FactorRow } from '../../persistence/factors.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { presentClient } from '../sessions/client.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import type { OpenSession } from '../sessions/session-grants.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { FactorSecrets } from './factor-secrets.js';

const CHALLENGE_SECONDS = 300;
const PER_MINUTES: Limit = { name: 'auth-factor', points: 10, seconds: 300 };
const PER_DAY: Limit = { name: 'auth-factor:day', points: 100, seconds: 86_400 };

/** Shows the second factor: a challenge, then the code of the moment, which lifts the session to the second level. */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly secrets: FactorSecrets,
    private readonly codes: AuthenticatorCodes,
    private readonly sessions: ElevateSession,
    private readonly grants: SessionGrants,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async challenge({ accountId }: ProvenCaller, factorId: string): Promise<{ id: string; expiresAt: Date }> {
    this.assertOn();
    const account = await this.accounts.findById(accountId);
    if (!account) throw new AccountGoneError();
    await this.factorOf(account, factorId);
    const id = uuid();
    const expiresAt = this.clock.in(CHALLENGE_SECONDS);
    const { ip } = presentClient();
    await this.factors.challenge({ id, factorId, ip, now: this.clock.now(), expiresAt });
    return { id, expiresAt };
  }

  /** Guesses are counted for each factor, whoever makes them. Throws the refusals of the protocol, and `rate_limited`. */
  async verify(
    caller: ProvenCaller,
    given: { factorId: string; challengeId: string; code: string },
  ): Promise<SessionGrant> {
    this.assertOn();
    const { factorId, code } = given;
    await this.limits.count(PER_MINUTES, factorId);
    await this.limits.count(PER_DAY, factorId);
    const outcome = await this.database.transaction(async () => {
      const account = await this.accounts.lockById(caller.accountId);
      if (!account) throw new AccountGoneError();
      const factor = await this.factorOf(account, factorId);
      await this.assertChallenged(given);
      const secret = this.secrets.open(factorId, factor.secret);
      const step = this.codes.stepOf({ secret, code, now: this.clock.now(), after: factor.lastStep });
      if (step === undefined) {
        await this.record(account, 'factor.refused', factorId);
        return undefined;
      }
      return { account, session: await this.accept(account, factor, step, caller) };
    });
    if (!outcome) throw new WrongFactorCodeError();
    await this.limits.forget(PER_MINUTES, factorId);
    await this.limits.forget(PER_DAY, factorId);
    return this.grants.grant(outcome.account, outcome.session);
  }

  /** The first right code makes the factor count: sessions that have not shown it end, and half-begun ones are dropped. */
  private async accept(
    account: AccountEntity,
    factor: FactorRow,
    step: number,
    caller: ProvenCaller,
  ): Promise<OpenSession> {
    await this.factors.verified(factor.id, step, this.clock.now());
    await this.factors.removeChallengesOf(factor.id);
    const session = await this.sessions.elevate(caller.sessionId, factor.id);
    if (!session) throw new SessionGoneError();
    if (factor.status === 'unverified') {
      await this.factors.removeUnverifiedOf(account.id, null);
      await this.sessions.endLowerOf(account.id);
      await this.record(account, 'factor.added', factor.id);
    }
    await this.record(account, 'factor.verified', factor.id);
    return session;
  }

  private async factorOf(account: AccountEntity, factorId: string): Promise<FactorRow> {
    const factor = (await this.factors.of(account)).find(({ id }) => id === factorId);
    if (!factor) throw new FactorNotFoundError();
    return factor;
  }

  private async assertChallenged(given: { factorId: string; challengeId: string }): Promise<void> {
    const challenge = await this.factors.findChallenge(given.challengeId, given.factorId);
    if (!challenge) throw new FactorNotFoundError('MFA factor with the provided challenge ID not found');
    if (challenge.expiresAt <= this.clock.now()) throw new ChallengeExpiredError();
    if (challenge.ip !== presentClient().ip) throw new ChallengeElsewhereError();
  }

  private assertOn(): void {
    if (this.settings.auth.mfaTotp) return;
    throw new SwitchedOffError('invalid', 'mfa_totp_verify_not_enabled', 'MFA verify is disabled for TOTP');
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
