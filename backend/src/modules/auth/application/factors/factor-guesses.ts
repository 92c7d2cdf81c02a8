import { Injectable } from '@nestjs/common';
import { RateLimits, type Limit } from '../../../../platform/security/rate-limits.js';

const PER_MINUTES: Limit = { name: 'auth-factor', points: 10, seconds: 300 };
const PER_DAY: Limit = { name: 'auth-factor:day', points: 100, seconds: 86_400 };

/** Counts guesses at one second factor, whoever makes them and from wherever. */
@Injectable()
export class FactorGuesses {
  constructor(private readonly limits: RateLimits) {}

  /** Before the guess is looked at, so that many at once are not many free ones. Throws `rate_limited`. */
  async count(factor: string): Promise<void> {
    await this.limits.count(PER_MINUTES, factor);
    await this.limits.count(PER_DAY, factor);
  }

  async right(factor: string): Promise<void> {
    await this.limits.forget(PER_MINUTES, factor);
    await this.limits.forget(PER_DAY, factor);
  }
}
