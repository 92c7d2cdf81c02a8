import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../../platform/clock/clock.js';
import { PasskeyChallengeExpiredError, PasskeyChallengeNotFoundError } from '../../domain/passkey-errors.js';
import type { CeremonyOptions } from '../../domain/webauthn.js';
import { PasskeysRepository } from '../../persistence/passkeys.repository.js';

const CHALLENGE_SECONDS = 300;

/** What a browser is asked, and under which number it answers. */
export interface PasskeyChallenge {
  id: string;
  options: object;
  expiresAt: Date;
}

/** Challenges: each is good for one answer, right or wrong, within five minutes. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly clock: Clock,
  ) {}

  /** For an account that registers a passkey, or for the person who comes (null). */
  async issue(userId: string | null, { options, challenge }: CeremonyOptions): Promise<PasskeyChallenge> {
    const id = uuid();
    const expiresAt = this.clock.in(CHALLENGE_SECONDS);
    await this.passkeys.insertChallenge({ id, userId, challenge, expiresAt });
    return { id, options, expiresAt };
  }

  /** Outside a transaction: it is used up whatever comes of it. Throws when it is unknown, used or too old. */
  async take(id: string, userId: string | null): Promise<string> {
    const found = await this.passkeys.consumeChallenge(id, userId);
    if (!found) throw new PasskeyChallengeNotFoundError();
    if (found.expiresAt <= this.clock.now()) throw new PasskeyChallengeExpiredError();
    return found.challenge;
  }
}
