import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { AuthenticatorCodes } from '../../domain/authenticator-codes.js';
import { FactorNotFoundError, WrongFactorCodeError } from '../../domain/factor-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import {
  FactorsRepository,
  type ChallengeRow,
  type FactorRow,
} from '../../persistence/factors.repository.js';
import { SmsCodes } from '../phones/sms-codes.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { AcceptFactor } from './accept-factor.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorGuesses } from './factor-guesses.js';
import { FactorSecrets } from './factor-secrets.js';
import { FactorSwitches } from './factor-switches.js';

/** Shows the code of the moment in an authenticator app, or of a text message, which lifts the session to the second level. */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly secrets: FactorSecrets,
    private readonly codes: AuthenticatorCodes,
    private readonly sms: SmsCodes,
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
    const { factorId, challengeId, code } = given;
    const { sessionId } = caller;
    const guess = await this.guesses.count(factorId);
    const outcome = await this.database.transaction(async () => {
      const account = await this.accounts.lockById(caller.accountId);
      if (!account) throw new AccountGoneError();
      const factor = await this.factorOf(account, factorId);
      const challenge = await this.challenges.find({ id: challengeId, factorId, sessionId });
      const right = this.judge(factor, challenge, code);
      if (!right) {
        await this.acceptance.refuse(account, factorId);
        return { refused: factor };
      }
      return { account, session: await this.acceptance.accept(account, factor, caller, right.step) };
    });
    if ('refused' in outcome) throw wrongCodeFor(outcome.refused as FactorRow);
    guess.giveBack();
    return this.grants.grant(outcome.account, outcome.session);
  }

  /** Undefined for a wrong code. An app's code belongs to a half minute, after which no earlier one counts. */
  private judge(
    { id, accountId, secret: sealed, phone, lastStep }: FactorRow,
    { codeHash }: ChallengeRow,
    code: string,
  ): { step: number | null } | undefined {
    if (sealed) {
      const secret = this.secrets.open(id, sealed);
      const step = this.codes.stepOf({ secret, code, now: this.clock.now(), after: lastStep });
      return step === undefined ? undefined : { step };
    }
    const shown = this.sms.hash({ accountId, phone: phone ?? '' }, code);
    return codeHash !== null && timingSafeEqual(codeHash, shown) ? { step: null } : undefined;
  }

  private async factorOf(account: AccountEntity, factorId: string): Promise<FactorRow> {
    const factor = (await this.factors.of(account)).find(({ id }) => id === factorId);
    if (!factor || factor.factorType === 'webauthn') throw new FactorNotFoundError();
    this.switches.assertOn(factor.factorType, 'verify');
    return factor;
  }
}

function wrongCodeFor({ factorType }: FactorRow): WrongFactorCodeError {
  return factorType === 'phone'
    ? new WrongFactorCodeError('Invalid MFA Phone code entered')
    : new WrongFactorCodeError();
}
