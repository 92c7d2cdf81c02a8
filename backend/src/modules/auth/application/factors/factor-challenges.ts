import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../../platform/clock/clock.js';
import {
  ChallengeIpMismatchError,
  ChallengeExpiredError,
  FactorNotFoundError,
} from '../../domain/factor-errors.js';
import {
  FactorsRepository,
  type ChallengeKey,
  type ChallengeRow,
} from '../../persistence/factors.repository.js';
import { currentClient } from '../sessions/client.js';

const CHALLENGE_SECONDS = 300;

/** Challenges of second factors: each for one factor, one session, one client's address and five minutes. */
@Injectable()
export class FactorChallenges {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly clock: Clock,
  ) {}

  async issue(
    { factorId, sessionId }: Pick<ChallengeKey, 'factorId' | 'sessionId'>,
    challenge: string | null = null,
  ): Promise<{ id: string; expiresAt: Date }> {
    const id = uuid();
    const expiresAt = this.clock.in(CHALLENGE_SECONDS);
    const { ip } = currentClient();
    const now = this.clock.now();
    await this.factors.challenge({ id, factorId, sessionId, ip, challenge, now, expiresAt });
    return { id, expiresAt };
  }

  /** Leaves it for another guess. Throws the errors of the protocol. */
  async find(key: ChallengeKey): Promise<ChallengeRow> {
    return this.validate(await this.factors.findChallenge(key));
  }

  /** Outside a transaction: it is used up whatever comes of it. Throws like {@link find}. */
  async take(key: ChallengeKey): Promise<ChallengeRow> {
    return this.validate(await this.factors.takeChallenge(key));
  }

  private validate(challenge: ChallengeRow | undefined): ChallengeRow {
    if (!challenge) throw new FactorNotFoundError('MFA factor with the provided challenge ID not found');
    if (challenge.expiresAt <= this.clock.now()) throw new ChallengeExpiredError();
    if (challenge.ip !== currentClient().ip) throw new ChallengeIpMismatchError();
    return challenge;
  }
}
