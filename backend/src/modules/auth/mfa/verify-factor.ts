import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserDeletedError } from '../access/session-errors.js';
import { FactorNotFoundError, InvalidFactorCodeError } from '../factors/factor-errors.js';
import { FactorsRepository, type SecondFactor } from '../factors/factors.repository.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { AcceptFactor } from './accept-factor.js';
import { EnabledFactors } from './enabled-factors.js';
import { FactorAttempts } from './factor-attempts.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorCodes } from './factor-codes.js';

/** Verifies a code from an authenticator app or a text message and elevates the session to `aal2`. */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly codes: FactorCodes,
    private readonly acceptFactor: AcceptFactor,
    private readonly sessionGrants: SessionGrants,
    private readonly factorAttempts: FactorAttempts,
    private readonly enabledFactors: EnabledFactors,
  ) {}

  /** Attempts are counted per factor. Throws `mfa_verification_failed`, the challenge errors and `rate_limited`. */
  async verify(
    caller: AuthenticatedCaller,
    input: { factorId: string; challengeId: string; code: string },
  ): Promise<SessionGrant> {
    const { factorId, challengeId, code } = input;
    const { sessionId } = caller;
    const attempt = await this.factorAttempts.count(factorId);
    const outcome = await this.database.transaction(async () => {
      const user = await this.users.lockById(caller.userId);
      if (!user) throw new UserDeletedError();
      const factor = await this.factorOf(user, factorId);
      const challenge = await this.challenges.find({ id: challengeId, factorId, sessionId });
      const match = this.codes.match(factor, challenge, code);
      if (!match) {
        await this.acceptFactor.reject(user, factorId);
        return { rejected: factor };
      }
      return { user, session: await this.acceptFactor.accept(user, factor, caller, match.step) };
    });
    if ('rejected' in outcome) throw wrongCodeError(outcome.rejected as SecondFactor);
    attempt.release();
    return this.sessionGrants.grant(outcome.user, outcome.session);
  }

  private async factorOf(user: UserEntity, factorId: string): Promise<SecondFactor> {
    const factor = (await this.factors.findByUser(user)).find(({ id }) => id === factorId);
    if (!factor || factor.factorType === 'webauthn') throw new FactorNotFoundError();
    this.enabledFactors.assertEnabled(factor.factorType, 'verify');
    return factor;
  }
}

function wrongCodeError({ factorType }: SecondFactor): InvalidFactorCodeError {
  return factorType === 'phone'
    ? new InvalidFactorCodeError('Invalid MFA Phone code entered')
    : new InvalidFactorCodeError();
}
