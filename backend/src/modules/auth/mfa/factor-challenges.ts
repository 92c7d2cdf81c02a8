import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RealClock } from '../../../platform/clock.js';
import {
  ChallengeIpMismatchError,
  ChallengeExpiredError,
  FactorNotFoundError,
} from '../factors/factor-errors.js';
import type { FactorChallengeEntity } from '../factors/factor-challenge.entity.js';
import { FactorsRepository, type ChallengeKey } from '../factors/factors.repository.js';
import { currentClient } from '../sessions/devices.js';

const CHALLENGE_SECONDS = 300;

/** Second-factor challenges, each bound to one factor, session and IP address. */
@Injectable()
export class FactorChallenges {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly clock: RealClock,
  ) {}

  async issue(
    { factorId, sessionId }: Pick<ChallengeKey, 'factorId' | 'sessionId'>,
    challenge: string | null = null,
  ): Promise<{ id: string; expiresAt: Date }> {
    const id = uuid();
    const expiresAt = this.clock.in(CHALLENGE_SECONDS);
    const { ip } = currentClient();
    const now = this.clock.now();
    await this.factors.insertChallenge({ id, factorId, sessionId, ip, challenge, expiresAt }, now);
    return { id, expiresAt };
  }

  /** Leaves the challenge valid for another attempt. Throws `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_ip_address_mismatch`. */
  async find(key: ChallengeKey): Promise<FactorChallengeEntity> {
    return this.validate(await this.factors.findChallenge(key));
  }

  /** Consumes the challenge regardless of the outcome, so call it outside a transaction. Throws like {@link find}. */
  async take(key: ChallengeKey): Promise<FactorChallengeEntity> {
    return this.validate(await this.factors.consumeChallenge(key));
  }

  private validate(challenge: FactorChallengeEntity | null): FactorChallengeEntity {
    if (!challenge) throw new FactorNotFoundError('MFA factor with the provided challenge ID not found');
    if (challenge.expiresAt <= this.clock.now()) throw new ChallengeExpiredError();
    if (challenge.ip !== currentClient().ip) throw new ChallengeIpMismatchError();
    return challenge;
  }
}
