import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { FactorNotFoundError, WrongFactorCodeError } from '../../domain/factor-errors.js';
import { PasskeyExistsError } from '../../domain/passkey-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import { WebAuthn, type NewCredential } from '../../domain/webauthn.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository, type FactorRow } from '../../persistence/factors.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { AcceptFactor } from './accept-factor.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorGuesses } from './factor-guesses.js';
import { FactorSwitches } from './factor-switches.js';

/** A new key, or the next counter of a known one. */
type Shown = { credential: NewCredential } | { counter: number };

/** Shows a key on a device as second factor: the first time the key is made, later it signs. */
@Injectable()
export class VerifyDevice {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly webauthn: WebAuthn,
    private readonly acceptance: AcceptFactor,
    private readonly grants: SessionGrants,
    private readonly guesses: FactorGuesses,
    private readonly switches: FactorSwitches,
  ) {}

  /** Throws the refusals of the protocol, and `rate_limited`. Whatever the device answers, its challenge is used up. */
  async verify(
    caller: ProvenCaller,
    { factorId, challengeId, response }: { factorId: string; challengeId: string; response: object },
  ): Promise<SessionGrant> {
    this.switches.assertOn('webauthn', 'verify');
    const guess = await this.guesses.count(factorId);
    const account = await this.accounts.findById(caller.accountId);
    if (!account) throw new AccountGoneError();
    const factor = await this.factorOf(account, factorId);
    const { sessionId } = caller;
    const { challenge } = await this.challenges.take({ id: challengeId, factorId, sessionId });
    const shown = await this.judge(factor, challenge ?? '', response);
    if (!shown) {
      await this.acceptance.refuse(account, factorId);
      throw new WrongFactorCodeError('Invalid WebAuthn response');
    }
    const opened = await this.database.transaction(async () => {
      const locked = await this.accounts.lockById(caller.accountId);
      if (!locked) throw new AccountGoneError();
      const present = await this.factorOf(locked, factorId);
      await this.note(present, shown);
      return { account: locked, session: await this.acceptance.accept(locked, present, caller) };
    });
    guess.giveBack();
    return this.grants.grant(opened.account, opened.session);
  }

  private async judge(factor: FactorRow, challenge: string, response: object): Promise<Shown | undefined> {
    if (factor.status === 'unverified') {
      const credential = await this.webauthn.created('factor', challenge, response);
      return credential && { credential };
    }
    const known = await this.factors.credentialOf(factor.id);
    const claim = this.webauthn.claimOf(response);
    if (!known || !claim?.credentialId.equals(known.credentialId)) return undefined;
    const counter = await this.webauthn.signed('factor', challenge, response, known);
    return counter === undefined ? undefined : { counter };
  }

  /** Another answer may have been noted meanwhile: each key is added once, and counters only go on. */
  private async note(factor: FactorRow, shown: Shown): Promise<void> {
    if ('credential' in shown) {
      if (factor.status !== 'unverified') throw new FactorNotFoundError();
      if (!(await this.factors.addCredential(factor.id, shown.credential))) throw new PasskeyExistsError();
    } else if (!(await this.factors.signedBy(factor.id, shown.counter))) {
      throw new WrongFactorCodeError('Invalid WebAuthn response');
    }
  }

  private async factorOf(account: AccountEntity, factorId: string): Promise<FactorRow> {
    const factor = (await this.factors.of(account)).find(({ id }) => id === factorId);
    if (factor?.factorType !== 'webauthn') throw new FactorNotFoundError();
    return factor;
  }
}
