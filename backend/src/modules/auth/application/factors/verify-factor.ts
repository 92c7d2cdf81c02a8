import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { AuthenticatorCodes } from '../../domain/authenticator-codes.js';
import { FactorNotFoundError, WrongFactorCodeError } from '../../domain/factor-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository, type FactorRow } from '../../persistence/factors.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { AcceptFactor } from './accept-factor.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorGuesses } from './factor-guesses.js';
import { FactorSecrets } from './factor-secrets.js';
import { FactorSwitches } from './factor-switches.js';

/** Shows the code of the moment in an authenticator app, which lifts the session to the second level. */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly secrets: FactorSecrets,
    private readonly codes: AuthenticatorCodes,
    private readonly acceptance: AcceptFactor,
    private readonly grants: SessionGrants,
    private readonly guesses: FactorGuesses,
    private readonly switches: FactorSwitches,
    private readonly clock: Clock,
  ) {}

  /** Guesses are counted for each factor, whoever makes them. Throws the refusals of the protocol, and `rate_limited`. */
  async verify(
    caller: ProvenCaller,
    given: { factorId: string; challengeId: string; code: string },
  ): Promise<SessionGrant> {
    this.switches.assertOn('totp', 'verify');
    const { factorId, challengeId, code } = given;
    await this.guesses.count(factorId);
    const outcome = await this.database.transaction(async () => {
      const account = await this.accounts.lockById(caller.accountId);
      if (!account) throw new AccountGoneError();
      const { factor, sealed } = await this.factorOf(account, factorId);
      await this.challenges.find(challengeId, factorId);
      const secret = this.secrets.open(factorId, sealed);
      const step = this.codes.stepOf({ secret, code, now: this.clock.now(), after: factor.lastStep });
      if (step === undefined) {
        await this.acceptance.refuse(account, factorId);
        return undefined;
      }
      return { account, session: await this.acceptance.accept(account, factor, caller, step) };
    });
    if (!outcome) throw new WrongFactorCodeError();
    await this.guesses.right(factorId);
    return this.grants.grant(outcome.account, outcome.session);
  }

  private async factorOf(
    account: AccountEntity,
    factorId: string,
  ): Promise<{ factor: FactorRow; sealed: Buffer }> {
    const factor = (await this.factors.of(account)).find(({ id }) => id === factorId);
    if (!factor?.secret) throw new FactorNotFoundError();
    return { factor, sealed: factor.secret };
  }
}
