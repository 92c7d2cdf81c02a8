import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock/clock.js';
import { Database } from '../database/database.js';
import type { EventType } from './event-type.js';

/** Channel on which commits notify the relays. */
export const OUTBOX_CHANNEL = 'outbox';

/** Transactional outbox: an event commits together with the change it describes. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the event in the current transaction and returns its ID. Handlers receive it at least once, not before `dueAt`. Throws
   * outside a transaction. Pass `id` if the change needs to store it.
   */
  async emit<Payload extends object>(
    type: EventType<Payload>,
    payload: Payload,
    { dueAt, id = uuid() }: { dueAt?: Date; id?: string } = {},
  ): Promise<string> {
    if (!this.database.inTransaction) throw new Error(`${type.topic} was emitted outside a transaction.`);
    const now = this.clock.now();
    await this.database.query({
      text: `with event as (
               insert into outbox_events (id, topic, queue, payload, created_at, due_at) values ($1, $2, $3, $4, $5, $6)
               returning 1)
             select pg_notify('${OUTBOX_CHANNEL}', '') from event`,
      values: [id, type.topic, type.queue, JSON.stringify(payload), now, dueAt ?? now],
    });
    return id;
  }

  /** Makes unfinished events due now. */
  async runNow(eventIds: readonly string[]): Promise<void> {
    await this.database.query({
      text: `with event as (
               update outbox_events set due_at = $2, published_at = null where id = any ($1::uuid[]) and done_at is null
               returning 1)
             select pg_notify('${OUTBOX_CHANNEL}', '') from event limit 1`,
      values: [eventIds, this.clock.now()],
    });
  }
}
