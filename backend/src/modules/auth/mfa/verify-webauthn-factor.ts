import { Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { FactorNotFoundError, InvalidFactorCodeError } from '../factors/factor-errors.js';
import { FactorsRepository, type SecondFactor } from '../factors/factors.repository.js';
import { PasskeyExistsError } from '../passkeys/passkey-errors.js';
import type { SessionGrant } from '../sessions/session-grants.js';
import { WebAuthn, type RegisteredCredential } from '../webauthn/webauthn.port.js';
import { AcceptFactor } from './accept-factor.js';
import { EnabledFactors } from './enabled-factors.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorVerification } from './factor-verification.js';

/** A newly registered key, or the new signature counter of an existing one. */
type Verification = { credential: RegisteredCredential } | { counter: number };

/** Verifies a WebAuthn second factor. The first verification registers the key. */
@Injectable()
export class VerifyWebauthnFactor {
  constructor(
    private readonly verification: FactorVerification,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly webauthn: WebAuthn,
    private readonly acceptFactor: AcceptFactor,
    private readonly enabledFactors: EnabledFactors,
  ) {}

  /** Consumes the challenge regardless of the outcome. Throws `mfa_verification_failed`, the challenge errors and `rate_limited`. */
  async verify(
    caller: AuthenticatedCaller,
    { factorId, challengeId, response }: { factorId: string; challengeId: string; response: object },
  ): Promise<SessionGrant> {
    this.enabledFactors.assertEnabled('webauthn', 'verify');
    const attempt = await this.verification.count(factorId);
    const found = await this.verification.find(caller);
    const factor = select(found.factors, factorId);
    const { sessionId } = caller;
    const { challenge } = await this.challenges.take({ id: challengeId, factorId, sessionId });
    const verification = await this.checkResponse(factor, challenge ?? '', response);
    if (!verification) {
      await this.acceptFactor.reject(found.user, factorId);
      throw invalidResponse();
    }
    return this.verification.complete(attempt, caller, async ({ user, factors }) => {
      const current = select(factors, factorId);
      await this.save(current, verification);
      return this.acceptFactor.accept(user, current, caller);
    });
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
      throw invalidResponse();
    }
  }
}

function select(factors: readonly SecondFactor[], factorId: string): SecondFactor {
  const factor = factors.find(({ id }) => id === factorId);
  if (factor?.factorType !== 'webauthn') throw new FactorNotFoundError();
  return factor;
}

function invalidResponse(): InvalidFactorCodeError {
  return new InvalidFactorCodeError('Invalid WebAuthn response');
}
