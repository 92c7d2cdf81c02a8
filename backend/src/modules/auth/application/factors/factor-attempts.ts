import { Injectable } from '@nestjs/common';
import { AttemptLimits, type CountedAttempt } from '../../../../platform/security/attempt-limits.js';
import type { Limit } from '../../../../platform/security/rate-limits.js';

const PER_MINUTES: Limit = { name: 'auth-factor', points: 10, seconds: 300 };
const PER_DAY: Limit = { name: 'auth-factor:day', points: 100, seconds: 86_400 };

/** Counts guesses at one second factor, the person who makes them and from wherever. */
@Injectable()
export class FactorAttempts {
  constructor(private readonly limits: AttemptLimits) {}

  /** Before the guess is looked at, so that many at once are not many free ones; a right one is given back. Throws `rate_limited`. */
  count(factor: string): Promise<CountedAttempt> {
    return this.limits.begin([PER_MINUTES, factor], [PER_DAY, factor]);
  }
}
