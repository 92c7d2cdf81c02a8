import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { FactorNotFoundError, InvalidFactorCodeError } from '../../domain/factor-errors.js';
import { PasskeyExistsError } from '../../domain/passkey-errors.js';
import { UserDeletedError } from '../../domain/session-errors.js';
import { WebAuthn, type RegisteredCredential } from '../../domain/webauthn.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { FactorsRepository, type FactorRow } from '../../persistence/factors.repository.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { AcceptFactor } from './accept-factor.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorGuesses } from './factor-guesses.js';
import { FactorSwitches } from './factor-switches.js';

/** A new key, or the next counter of a known one. */
type Shown = { credential: RegisteredCredential } | { counter: number };

/** Shows a key on a device as second factor: the first time the key is made, later it signs. */
@Injectable()
export class VerifyDevice {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly webauthn: WebAuthn,
    private readonly acceptFactor: AcceptFactor,
    private readonly sessionGrants: SessionGrants,
    private readonly factorGuesses: FactorGuesses,
    private readonly factorSwitches: FactorSwitches,
  ) {}

  /** Throws the errors of the protocol, and `rate_limited`. Whatever the device answers, its challenge is used up. */
  async verify(
    caller: AuthenticatedCaller,
    { factorId, challengeId, response }: { factorId: string; challengeId: string; response: object },
  ): Promise<SessionGrant> {
    this.factorSwitches.assertOn('webauthn', 'verify');
    const guess = await this.factorGuesses.count(factorId);
    const user = await this.users.findById(caller.userId);
    if (!user) throw new UserDeletedError();
    const factor = await this.factorOf(user, factorId);
    const { sessionId } = caller;
    const { challenge } = await this.challenges.take({ id: challengeId, factorId, sessionId });
    const shown = await this.checkResponse(factor, challenge ?? '', response);
    if (!shown) {
      await this.acceptFactor.reject(user, factorId);
      throw new InvalidFactorCodeError('Invalid WebAuthn response');
    }
    const opened = await this.database.transaction(async () => {
      const locked = await this.users.lockById(caller.userId);
      if (!locked) throw new UserDeletedError();
      const present = await this.factorOf(locked, factorId);
      await this.save(present, shown);
      return { user: locked, session: await this.acceptFactor.accept(locked, present, caller) };
    });
    guess.giveBack();
    return this.sessionGrants.grant(opened.user, opened.session);
  }

  private async checkResponse(
    factor: FactorRow,
    challenge: string,
    response: object,
  ): Promise<Shown | undefined> {
    if (factor.status === 'unverified') {
      const credential = await this.webauthn.verifyRegistration('factor', challenge, response);
      return credential && { credential };
    }
    const known = await this.factors.credentialOf(factor.id);
    const claim = this.webauthn.claimedCredential(response);
    if (!known || !claim?.credentialId.equals(known.credentialId)) return undefined;
    const counter = await this.webauthn.verifyAuthentication('factor', challenge, response, known);
    return counter === undefined ? undefined : { counter };
  }

  /** Another answer may have been noted meanwhile: each key is added once, and counters only go on. */
  private async save(factor: FactorRow, shown: Shown): Promise<void> {
    if ('credential' in shown) {
      if (factor.status !== 'unverified') throw new FactorNotFoundError();
      if (!(await this.factors.addCredential(factor.id, shown.credential))) throw new PasskeyExistsError();
    } else if (!(await this.factors.signedBy(factor.id, shown.counter))) {
      throw new InvalidFactorCodeError('Invalid WebAuthn response');
    }
  }

  private async factorOf(user: UserEntity, factorId: string): Promise<FactorRow> {
    const factor = (await this.factors.of(user)).find(({ id }) => id === factorId);
    if (factor?.factorType !== 'webauthn') throw new FactorNotFoundError();
    return factor;
  }
}
