import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserDeletedError } from '../access/session-errors.js';
import { FactorNotFoundError, InvalidFactorCodeError } from '../factors/factor-errors.js';
import { FactorsRepository, type SecondFactor } from '../factors/factors.repository.js';
import { PasskeyExistsError } from '../passkeys/passkey-errors.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { WebAuthn, type RegisteredCredential } from '../webauthn/webauthn.port.js';
import { AcceptFactor } from './accept-factor.js';
import { EnabledFactors } from './enabled-factors.js';
import { FactorAttempts } from './factor-attempts.js';
import { FactorChallenges } from './factor-challenges.js';

/** A newly registered key, or the new signature counter of an existing one. */
type Verification = { credential: RegisteredCredential } | { counter: number };

/** Verifies a WebAuthn second factor. The first verification registers the key. */
@Injectable()
export class VerifyWebauthnFactor {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly webauthn: WebAuthn,
    private readonly acceptFactor: AcceptFactor,
    private readonly sessionGrants: SessionGrants,
    private readonly factorAttempts: FactorAttempts,
    private readonly enabledFactors: EnabledFactors,
  ) {}

  /** Consumes the challenge regardless of the outcome. Throws `mfa_verification_failed`, the challenge errors and `rate_limited`. */
  async verify(
    caller: AuthenticatedCaller,
    { factorId, challengeId, response }: { factorId: string; challengeId: string; response: object },
  ): Promise<SessionGrant> {
    this.enabledFactors.assertEnabled('webauthn', 'verify');
    const attempt = await this.factorAttempts.count(factorId);
    const user = await this.users.findById(caller.userId);
    if (!user) throw new UserDeletedError();
    const factor = await this.factorOf(user, factorId);
    const { sessionId } = caller;
    const { challenge } = await this.challenges.take({ id: challengeId, factorId, sessionId });
    const verification = await this.checkResponse(factor, challenge ?? '', response);
    if (!verification) {
      await this.acceptFactor.reject(user, factorId);
      throw new InvalidFactorCodeError('Invalid WebAuthn response');
    }
    const opened = await this.database.transaction(async () => {
      const locked = await this.users.lockById(caller.userId);
      if (!locked) throw new UserDeletedError();
      const current = await this.factorOf(locked, factorId);
      await this.save(current, verification);
      return { user: locked, session: await this.acceptFactor.accept(locked, current, caller) };
    });
    attempt.release();
    return this.sessionGrants.grant(opened.user, opened.session);
  }

  private async checkResponse(
    factor: SecondFactor,
    challenge: string,
    response: object,
  ): Promise<Verification | undefined> {
    if (factor.status === 'unverified') {
      const credential = await this.webauthn.verifyRegistration('factor', challenge, response);
      return credential && { credential };
    }
    const credential = await this.factors.findCredential(factor.id);
    const claim = this.webauthn.claimedCredential(response);
    if (!credential || !claim?.credentialId.equals(credential.credentialId)) return undefined;
    const counter = await this.webauthn.verifyAuthentication('factor', challenge, response, credential);
    return counter === undefined ? undefined : { counter };
  }

  /** Guards against concurrent verifications: a key is added once, and counters only increase. */
  private async save(factor: SecondFactor, verification: Verification): Promise<void> {
    if ('credential' in verification) {
      if (factor.status !== 'unverified') throw new FactorNotFoundError();
      if (!(await this.factors.addCredential(factor.id, verification.credential)))
        throw new PasskeyExistsError();
    } else if (!(await this.factors.recordSignature(factor.id, verification.counter))) {
      throw new InvalidFactorCodeError('Invalid WebAuthn response');
    }
  }

  private async factorOf(user: UserEntity, factorId: string): Promise<SecondFactor> {
    const factor = (await this.factors.findByUser(user)).find(({ id }) => id === factorId);
    if (factor?.factorType !== 'webauthn') throw new FactorNotFoundError();
    return factor;
  }
}
