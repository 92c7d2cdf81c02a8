import { Injectable } from '@nestjs/common';
import { OneTimeTokensRepository } from '../persistence/one-time-tokens.repository.js';
import { SessionsRepository } from '../persistence/sessions.repository.js';

const BITE = 5000;

/** Deletes ended sessions and expired links, in small bites. */
@Injectable()
export class Sweep {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeTokensRepository,
  ) {}

  async before(time: Date): Promise<void> {
    await this.sessions.forgetEndedBefore(time, BITE);
    await this.links.forgetExpiredBefore(time, BITE);
  }
}
