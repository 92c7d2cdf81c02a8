import { Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { FactorNotFoundError, InvalidFactorCodeError } from '../factors/factor-errors.js';
import type { SecondFactor } from '../factors/factors.repository.js';
import type { SessionGrant } from '../sessions/session-grants.js';
import { AcceptFactor } from './accept-factor.js';
import { EnabledFactors } from './enabled-factors.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorCodes } from './factor-codes.js';
import { FactorVerification } from './factor-verification.js';

/** Verifies a code from an authenticator app or a text message and elevates the session to `aal2`. */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly verification: FactorVerification,
    private readonly challenges: FactorChallenges,
    private readonly codes: FactorCodes,
    private readonly acceptFactor: AcceptFactor,
    private readonly enabledFactors: EnabledFactors,
  ) {}

  /** Attempts are counted per factor. Throws `mfa_verification_failed`, the challenge errors and `rate_limited`. */
  async verify(
    caller: AuthenticatedCaller,
    { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
  ): Promise<SessionGrant> {
    const { sessionId } = caller;
    const attempt = await this.verification.count(factorId);
    let type: SecondFactor['factorType'] | undefined;
    const grant = await this.verification.complete(attempt, caller, async ({ user, factors }) => {
      const factor = this.select(factors, factorId);
      type = factor.factorType;
      const challenge = await this.challenges.find({ id: challengeId, factorId, sessionId });
      const match = this.codes.match(factor, challenge, code);
      if (match) return this.acceptFactor.accept(user, factor, caller, match.step);
      await this.acceptFactor.reject(user, factorId);
      return undefined;
    });
    if (!grant)
      throw new InvalidFactorCodeError(type === 'phone' ? 'Invalid MFA Phone code entered' : undefined);
    return grant;
  }

  private select(factors: readonly SecondFactor[], factorId: string): SecondFactor {
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor || factor.factorType === 'webauthn') throw new FactorNotFoundError();
    this.enabledFactors.assertEnabled(factor.factorType, 'verify');
    return factor;
  }
}
