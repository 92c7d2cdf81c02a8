import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { formatDuration, RateLimitedError } from '../../../platform/domain-error.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { DeclinesRepository } from './declines.repository.js';

const HOUR_SECONDS = 3600;
const MAX_DECLINES_PER_IP = 20;
const HOSTED_PER_USER: Limit = { name: 'hosted-checkouts:account', points: 20, seconds: HOUR_SECONDS };

/**
 * Limits card testing: an IP address gets a limited number of checkout cookies an hour, and no new intent after too many declines.
 * Switching plans, or a new intent for an existing cookie, does not count.
 */
@Injectable()
export class CheckoutLimits {
  private readonly cookies: Limit;
  private readonly hosted: Limit;
  private readonly hashKey: Buffer;

  constructor(
    private readonly limits: RateLimits,
    private readonly declines: DeclinesRepository,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'checkout ip addresses');
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

  /** Throws `rate_limited` after too many declines in the last hour. */
  async assertFewDeclines(ip: string): Promise<void> {
    if (!this.settings.rateLimits) return;
    const last = await this.declines.timeOfLast(MAX_DECLINES_PER_IP, this.hashOf(ip), HOUR_SECONDS);
    if (!last) return;
    const elapsedSeconds = (this.clock.now().getTime() - last.getTime()) / 1000;
    const wait = Math.max(1, Math.ceil(HOUR_SECONDS - elapsedSeconds));
    throw new RateLimitedError(
      wait,
      `Too many cards were declined from your network. Nothing was charged. Please try again in ${formatDuration(wait)}.`,
    );
  }

  /** The hash under which declines of an IP address are stored. */
  hashOf(ip: string): string {
    return keyedHash(this.hashKey, ip);
  }
}
