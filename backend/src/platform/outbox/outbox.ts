import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock.js';
import { Database } from '../database/database.js';
import type { EventType } from './event-type.js';
import { OutboxEventsRepository } from './outbox-events.repository.js';

/** Transactional outbox: an event commits together with the change it describes. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly events: OutboxEventsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the event in the current transaction and returns its ID. Handlers receive it at least once, not before `dueAt`. Throws
   * outside a transaction. Pass `id` if the change needs to store it.
   */
  async emit<Payload extends object>(
    { topic, queue }: EventType<Payload>,
    payload: Payload,
    { dueAt, id = uuid() }: { dueAt?: Date; id?: string } = {},
  ): Promise<string> {
    if (!this.database.inTransaction) throw new Error(`${topic} was emitted outside a transaction.`);
    const now = this.clock.now();
    await this.events.add({ id, topic, queue, payload, createdAt: now, dueAt: dueAt ?? now });
    return id;
  }

  /** Replaces the payload of an event that is being handled, in the current transaction. */
  async redact(eventId: string, payload: object): Promise<void> {
    await this.events.replacePayload(eventId, payload);
  }

  /** Makes unfinished events due now. */
  async runNow(eventIds: readonly string[]): Promise<void> {
    await this.events.makeDue(eventIds, this.clock.now());
  }
}
