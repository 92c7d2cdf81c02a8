import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { CheckoutDeclineEntity } from './checkout-decline.entity.js';

/** Declined charges by IP address, of which only a keyed hash is stored. */
@Injectable()
export class DeclinesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Requires a transaction. */
  add(checkoutId: string, ipHash: string): void {
    const { em } = this.database;
    em.persist(
      em.create(CheckoutDeclineEntity, { id: uuid(), checkoutId, ipHash, declinedAt: this.clock.now() }),
    );
  }

  /** Time of the `number`th last decline from an IP address; undefined if it had fewer in the last `seconds`. */
  async timeOfLast(number: number, ipHash: string, seconds: number): Promise<Date | undefined> {
    const [decline] = await this.database.em.find(
      CheckoutDeclineEntity,
      { ipHash, declinedAt: { $gt: this.clock.in(-seconds) } },
      { orderBy: { declinedAt: 'desc' }, offset: number - 1, limit: 1 },
    );
    return decline?.declinedAt;
  }
}
