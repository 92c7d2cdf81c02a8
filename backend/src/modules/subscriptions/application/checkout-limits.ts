import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';

const HOUR_SECONDS = 3600;
/** How many people may buy from behind one address at the same time. */
const PEOPLE_BEHIND_AN_ADDRESS = 10;

/** Who opens a checkout, as far as it is proved. */
export interface Opener {
  ip: string;
  /** Of somebody signed in whose mailbox is proven; any other account costs nothing to make. */
  accountId: string | undefined;
}

/**
 * How many checkouts may be opened in an hour: so many by a visitor's address, and as many by an account, whose address is only
 * the wider net behind which a whole office buys. Cards are tried out on checkouts, so there has to be an end.
 */
@Injectable()
export class CheckoutLimits {
  private readonly visitor: Limit;
  private readonly account: Limit;
  private readonly net: Limit;

  constructor(
    private readonly limits: RateLimits,
    settings: Settings,
  ) {
    const points = settings.newCheckoutsPerHour;
    this.visitor = { name: 'new-intents', points, seconds: HOUR_SECONDS };
    this.account = { name: 'new-intents:account', points, seconds: HOUR_SECONDS };
    this.net = { name: 'new-intents:net', points: points * PEOPLE_BEHIND_AN_ADDRESS, seconds: HOUR_SECONDS };
  }

  /** Counts a new checkout; throws `rate_limited`. */
  async countNew({ ip, accountId }: Opener): Promise<void> {
    if (accountId === undefined) return this.limits.count(this.visitor, ip);
    await this.limits.count(this.account, accountId);
    await this.limits.count(this.net, ip);
  }
}
