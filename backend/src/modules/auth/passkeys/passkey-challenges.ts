import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock/clock.js';
import type { CeremonyOptions } from '../webauthn/webauthn.port.js';
import { PasskeyChallengeExpiredError, PasskeyChallengeNotFoundError } from './passkey-errors.js';
import { PasskeysRepository } from './passkeys.repository.js';

const CHALLENGE_SECONDS = 300;

export interface PasskeyChallenge {
  id: string;
  options: object;
  expiresAt: Date;
}

/** Challenges, each valid for one response, whether or not it is correct. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly clock: Clock,
  ) {}

  /** `userId` is null for a sign-in, when the user is not known yet. */
  async issue(userId: string | null, { options, challenge }: CeremonyOptions): Promise<PasskeyChallenge> {
    const id = uuid();
    const expiresAt = this.clock.in(CHALLENGE_SECONDS);
    await this.passkeys.insertChallenge({ id, userId, challenge, expiresAt });
    return { id, options, expiresAt };
  }

  /** Consumes the challenge whatever the outcome, so call it outside a transaction. Throws if it is unknown, used or expired. */
  async consume(id: string, userId: string | null): Promise<string> {
    const found = await this.passkeys.consumeChallenge(id, userId);
    if (!found) throw new PasskeyChallengeNotFoundError();
    if (found.expiresAt <= this.clock.now()) throw new PasskeyChallengeExpiredError();
    return found.challenge;
  }
}
