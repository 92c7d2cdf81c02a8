import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Batch } from '../database/batch.js';
import { Database } from '../database/database.js';
import type { BatchedEffectHandler } from './event-handler.js';
import type { AnyHandler } from './registered-work.js';

/** An event with its processing state. */
export interface EventRow {
  id: string;
  topic: string;
  payload: object;
  /** Failed attempts. */
  attempts: number;
  createdAt: Date;
  doneAt: Date | null;
  /** IDs of handlers that have recorded it. */
  handledBy: string[];
}

/** Records that a handler has processed an event. `last` completes the event. */
export interface InboxEntry {
  eventId: string;
  handler: AnyHandler;
  last: boolean;
}

interface BatchedInboxEntry extends InboxEntry {
  result: unknown;
}

/**
 * Inserts inbox entries and completes events. Uses four parameters, starting at this number: event IDs, handler, now, last. Rows are
 * selected by primary key only: with a condition on unfinished events, a planner with statistics of an empty table would scan all
 * unfinished events for each row.
 */
const recordSql = (first: number): string => `
  entry as (insert into inbox_entries (event_id, handler, handled_at)
            select event_id, $${first + 1}::text, $${first + 2}::timestamptz from unnest($${first}::uuid[]) event_id
            on conflict do nothing returning 1),
  event as (update outbox_events set done_at = coalesce(done_at, $${first + 2}::timestamptz), last_error = null
            where id = any ($${first}::uuid[]) and $${first + 3}::boolean)`;

/** Tracks which handlers have processed which events. Under load, many events are read and recorded in one statement. */
@Injectable()
export class Inbox {
  private readonly reads = new Batch((ids: string[]) => this.findAll(ids));
  private readonly recordBatches = new Map<BatchedEffectHandler, Batch<BatchedInboxEntry, void>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  find(eventId: string): Promise<EventRow | undefined> {
    return this.reads.load(eventId);
  }

  /** Requires a transaction. False if the handler has already recorded the event, possibly in a concurrent worker. */
  async record({ eventId, handler, last }: InboxEntry): Promise<boolean> {
    const [row] = await this.database.query<{ inserted: number }>({
      text: `with ${recordSql(1)} select count(*)::int as inserted from entry`,
      values: [[eventId], handler.id, this.clock.now(), last],
    });
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
    await this.database.query({
      text: 'update outbox_events set done_at = $2 where id = $1 and done_at is null',
      values: [eventId, this.clock.now()],
    });
  }

  /** Schedules the event for another attempt. */
  async postpone(eventId: string, attempts: number, until: Date, reason: string): Promise<void> {
    await this.database.query({
      text: `update outbox_events set attempts = $2, due_at = $3, published_at = null, last_error = $4
             where id = $1 and done_at is null`,
      values: [eventId, attempts, until, reason.slice(0, 1000)],
    });
  }

  /** Returns an event interrupted by a shutdown to the queue, without counting an attempt. */
  async release(eventId: string): Promise<void> {
    await this.database.query({
      text: `update outbox_events set published_at = null where id = $1 and done_at is null`,
      values: [eventId],
    });
  }

  private async recordAll(handler: BatchedEffectHandler, entries: BatchedInboxEntry[]): Promise<void[]> {
    const { name, writes, values } = handler.recording(entries.map(({ result }) => result));
    const effects = writes.map((write, index) => `effect${index} as (${write})`);
    const ids = entries.map(({ eventId }) => eventId);
    await this.database.query({
      name,
      text: `with ${[recordSql(values.length + 1), ...effects].join(', ')} select 1 from entry`,
      values: [...values, ids, handler.id, this.clock.now(), entries.every(({ last }) => last)],
    });
    return entries.map(() => undefined);
  }

  private async findAll(ids: string[]): Promise<(EventRow | undefined)[]> {
    const rows = await this.database.query<EventRow>({
      name: 'outbox-events',
      text: `select id, topic, payload, attempts, created_at as "createdAt", done_at as "doneAt",
                    array(select handler from inbox_entries where event_id = id) as "handledBy"
             from outbox_events where id = any ($1::uuid[])`,
      values: [ids],
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }
}
