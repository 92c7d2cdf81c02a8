import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';

/** Declined charges by IP address, of which only a keyed hash is stored. */
@Injectable()
export class DeclinesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(checkoutId: string, ipHash: string): Promise<void> {
    await this.database.query({
      text: 'insert into checkout_declines (id, checkout_id, ip_hash, declined_at) values ($1, $2, $3, $4)',
      values: [uuid(), checkoutId, ipHash, this.clock.now()],
    });
  }

  /** Time of the `number`th last decline from an IP address; undefined if it had fewer in the last `seconds`. */
  async timeOfLast(number: number, ipHash: string, seconds: number): Promise<Date | undefined> {
    const [row] = await this.database.query<{ declinedAt: Date }>({
      name: 'checkout-declines-of-ip',
      text: `select declined_at as "declinedAt" from checkout_declines where ip_hash = $1 and declined_at > $2
             order by declined_at desc offset $3 limit 1`,
      values: [ipHash, this.clock.in(-seconds), number - 1],
    });
    return row?.declinedAt;
  }
}
