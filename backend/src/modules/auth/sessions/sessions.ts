import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { SessionsRepository } from './persistence/sessions.repository.js';

/** Sessions, for other modules. */
@Injectable()
export class Sessions {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: RealClock,
  ) {}

  /** Whether the user still has this session. */
  isActive(sessionId: string, userId: string): Promise<boolean> {
    return this.sessions.isActive(sessionId, userId, this.clock.now());
  }
}
