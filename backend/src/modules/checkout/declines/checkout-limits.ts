import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';

const HOUR_SECONDS = 3600;
const HOSTED_PER_USER: Limit = { name: 'hosted-checkouts:account', points: 20, seconds: HOUR_SECONDS };

/**
 * Limits card testing: an IP address gets a limited number of checkout cookies an hour.
 * Switching plans, or a new intent for an existing cookie, does not count.
 */
@Injectable()
export class CheckoutLimits {
  private readonly cookies: Limit;
  private readonly hosted: Limit;

  constructor(
    private readonly limits: RateLimits,
    settings: Settings,
  ) {
    const points = settings.newCheckoutsPerHour;
    this.cookies = { name: 'checkout-cookies', points, seconds: HOUR_SECONDS };
    this.hosted = { name: 'hosted-checkouts', points, seconds: HOUR_SECONDS };
  }

  /** Counts a new checkout cookie; throws `rate_limited`. */
  countNewCookie(ip: string): Promise<void> {
    return this.limits.count(this.cookies, ip);
  }

  /** Counts a call for a hosted page, even if it creates none; throws `rate_limited`. */
  async countHosted(ip: string, userId: string): Promise<void> {
    await this.limits.count(HOSTED_PER_USER, userId);
    await this.limits.count(this.hosted, ip);
  }
}
