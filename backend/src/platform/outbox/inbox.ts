import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { Batch } from '../database/batch.js';
import { Database } from '../database/database.js';
import type { BatchedEffectHandler } from './event-handler.js';
import { OutboxEventsRepository, type EventWithHandlers } from './outbox-events.repository.js';
import { recordHandled } from './outbox.queries.js';
import type { AnyHandler } from './registered-work.js';

/** Records that a handler has processed an event. `last` completes the event. */
export interface InboxEntry {
  eventId: string;
  handler: AnyHandler;
  last: boolean;
}

interface BatchedInboxEntry extends InboxEntry {
  result: unknown;
}

/** Tracks which handlers have processed which events. Under load, many events are read and recorded in one statement. */
@Injectable()
export class Inbox {
  private readonly reads = new Batch((ids: string[]) => this.findAll(ids));
  private readonly recordBatches = new Map<BatchedEffectHandler, Batch<BatchedInboxEntry, void>>();

  constructor(
    private readonly database: Database,
    private readonly events: OutboxEventsRepository,
    private readonly clock: Clock,
  ) {}

  find(eventId: string): Promise<EventWithHandlers | undefined> {
    return this.reads.load(eventId);
  }

  /** Requires a transaction. False if the handler has already recorded the event, possibly in a concurrent worker. */
  async record({ eventId, handler, last }: InboxEntry): Promise<boolean> {
    const handled = { eventIds: [eventId], handler: handler.id, at: this.clock.now(), last };
    const [row] = await this.database.query<{ inserted: number }>(recordHandled(handled));
    return row!.inserted === 1;
  }

  /** Writes the result and the inbox entry in one transaction, batched with others of the same handler. */
  recordWithResult(handler: BatchedEffectHandler, entry: Omit<BatchedInboxEntry, 'handler'>): Promise<void> {
    let batch = this.recordBatches.get(handler);
    if (!batch) {
      batch = new Batch((entries) => this.recordAll(handler, entries));
      this.recordBatches.set(handler, batch);
    }
    return batch.load({ ...entry, handler });
  }

  /** Marks an event as done after all its handlers have recorded it. */
  async complete(eventId: string): Promise<void> {
    await this.events.markDone(eventId, this.clock.now());
  }

  /** Schedules the event for another attempt. */
  async postpone(eventId: string, attempts: number, until: Date, reason: string): Promise<void> {
    await this.events.postpone(eventId, attempts, until, reason);
  }

  /** Returns an event interrupted by a shutdown to the queue, without counting an attempt. */
  async release(eventId: string): Promise<void> {
    await this.events.unpublish([eventId]);
  }

  private async recordAll(handler: BatchedEffectHandler, entries: BatchedInboxEntry[]): Promise<void[]> {
    const handled = {
      eventIds: entries.map(({ eventId }) => eventId),
      handler: handler.id,
      at: this.clock.now(),
      last: entries.every(({ last }) => last),
    };
    const recording = handler.recording(entries.map(({ result }) => result));
    await this.database.query(recordHandled(handled, recording));
    return entries.map(() => undefined);
  }

  private async findAll(ids: string[]): Promise<(EventWithHandlers | undefined)[]> {
    const events = await this.events.findWithHandlers(ids);
    const byId = new Map(events.map((event) => [event.id, event]));
    return ids.map((id) => byId.get(id));
  }
}
