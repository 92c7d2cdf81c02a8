import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DeclineEntity } from './decline.entity.js';

/** What was declined. */
export type DeclinedAttempt = { checkoutId: string } | { setupIntentId: string };

/** Declined charges and card setups by IP address, of which only a keyed hash is stored. */
@Injectable()
export class DeclinesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Requires a transaction. */
  add(attempt: DeclinedAttempt, ipHash: string): void {
    const { em } = this.database;
    em.persist(em.create(DeclineEntity, { ...attempt, id: uuid(), ipHash, declinedAt: this.clock.now() }));
  }

  /** Declined attempts to save a card with this setup intent. */
  countBySetup(setupIntentId: string): Promise<number> {
    return this.database.em.count(DeclineEntity, { setupIntentId });
  }

  /** Time of the `number`th last decline from an IP address; undefined if it had fewer in the last `seconds`. */
  async timeOfLast(number: number, ipHash: string, seconds: number): Promise<Date | undefined> {
    const [decline] = await this.database.em.find(
      DeclineEntity,
      { ipHash, declinedAt: { $gt: this.clock.in(-seconds) } },
      { orderBy: { declinedAt: 'desc' }, offset: number - 1, limit: 1 },
    );
    return decline?.declinedAt;
  }
}
