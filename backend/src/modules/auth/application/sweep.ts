import { Injectable } from '@nestjs/common';
import { FlowStatesRepository } from '../persistence/flow-states.repository.js';
import { OneTimeTokensRepository } from '../persistence/one-time-tokens.repository.js';
import { SessionsRepository } from '../persistence/sessions.repository.js';

const BITE = 5000;

/** Deletes ended sessions, expired links and flows, in small bites. */
@Injectable()
export class Sweep {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly flows: FlowStatesRepository,
  ) {}

  async before(time: Date): Promise<void> {
    await this.sessions.forgetEndedBefore(time, BITE);
    await this.links.forgetExpiredBefore(time, BITE);
    await this.flows.forgetExpiredBefore(time, BITE);
  }
}
