import { Injectable } from '@nestjs/common';
import { AttemptLimiter, type CountedAttempt } from '../../../platform/security/attempt-limiter.js';
import type { Limit } from '../../../platform/security/rate-limits.js';

const SHORT_TERM: Limit = { name: 'auth-factor', points: 10, seconds: 300 };
const PER_DAY: Limit = { name: 'auth-factor:day', points: 100, seconds: 86_400 };

/** Limits verification attempts per second factor, across sessions and IP addresses. */
@Injectable()
export class FactorAttempts {
  constructor(private readonly limiter: AttemptLimiter) {}

  /** Call before checking the code, so that concurrent guesses all count; give a correct one back. Throws `rate_limited`. */
  count(factor: string): Promise<CountedAttempt> {
    return this.limiter.begin([SHORT_TERM, factor], [PER_DAY, factor]);
  }
}
