import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Batch } from '../database/batch.js';
import { Database } from '../database/database.js';
import type { FrequentEffectHandler } from './event-handler.js';
import type { AnyHandler } from './registered-work.js';

/** An event with what has become of it so far. */
export interface EventRow {
  id: string;
  topic: string;
  payload: object;
  /** Tries that have failed. */
  attempts: number;
  createdAt: Date;
  doneAt: Date | null;
  /** Handlers that have noted it. */
  handledBy: string[];
}

/** That a handler has seen to an event. After the last handler the event is done. */
export interface InboxEntry {
  eventId: string;
  handler: AnyHandler;
  last: boolean;
}

interface FrequentInboxEntry extends InboxEntry {
  result: unknown;
}

/**
 * Notes handlers in the inbox, and events as done. Its parameters are four from this number on: events, handler, now, last. Rows
 * are asked for by their key alone: a condition on what is unfinished tempts the planner, who has seen an empty table, to walk
 * through everything unfinished for each of them.
 */
const recordSql = (first: number): string => `
  entry as (insert into inbox_entries (event_id, handler, handled_at)
            select event_id, $${first + 1}::text, $${first + 2}::timestamptz from unnest($${first}::uuid[]) event_id
            on conflict do nothing returning 1),
  event as (update outbox_events set done_at = coalesce(done_at, $${first + 2}::timestamptz), last_error = null
            where id = any ($${first}::uuid[]) and $${first + 3}::boolean)`;

/** Which handler has seen to which event. Busy processes read and note many events in one statement. */
@Injectable()
export class Inbox {
  private readonly reads = new Batch((ids: string[]) => this.findAll(ids));
  private readonly frequent = new Map<FrequentEffectHandler, Batch<FrequentInboxEntry, void>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  find(eventId: string): Promise<EventRow | undefined> {
    return this.reads.load(eventId);
  }

  /** In the open transaction; false when the handler had noted the event before, also in a worker that was just ahead. */
  async record({ eventId, handler, last }: InboxEntry): Promise<boolean> {
    const [row] = await this.database.query<{ noted: number }>({
      text: `with ${recordSql(1)} select count(*)::int as noted from entry`,
      values: [[eventId], handler.id, this.clock.now(), last],
    });
    return row!.noted === 1;
  }

  /** The handler's writes for the result, and its note, in one transaction that it shares with others of its kind. */
  recordWithResult(handler: FrequentEffectHandler, note: Omit<FrequentInboxEntry, 'handler'>): Promise<void> {
    let batch = this.frequent.get(handler);
    if (!batch) {
      batch = new Batch((notes) => this.recordAll(handler, notes));
      this.frequent.set(handler, batch);
    }
    return batch.load({ ...note, handler });
  }

  /** Marks the event as done whose every handler has noted it. */
  async complete(eventId: string): Promise<void> {
    await this.database.query({
      text: 'update outbox_events set done_at = $2 where id = $1 and done_at is null',
      values: [eventId, this.clock.now()],
    });
  }

  /** The event comes again at this time. */
  async postpone(eventId: string, attempts: number, until: Date, reason: string): Promise<void> {
    await this.database.query({
      text: `update outbox_events set attempts = $2, due_at = $3, published_at = null, last_error = $4
             where id = $1 and done_at is null`,
      values: [eventId, attempts, until, reason.slice(0, 1000)],
    });
  }

  /** Gives an event that was cut off by a shutdown to whichever worker is next, without counting a try. */
  async release(eventId: string): Promise<void> {
    await this.database.query({
      text: `update outbox_events set published_at = null where id = $1 and done_at is null`,
      values: [eventId],
    });
  }

  private async recordAll(handler: FrequentEffectHandler, notes: FrequentInboxEntry[]): Promise<void[]> {
    const { name, writes, values } = handler.recording(notes.map(({ result }) => result));
    const effects = writes.map((write, index) => `effect${index} as (${write})`);
    const ids = notes.map(({ eventId }) => eventId);
    await this.database.query({
      name,
      text: `with ${[recordSql(values.length + 1), ...effects].join(', ')} select 1 from entry`,
      values: [...values, ids, handler.id, this.clock.now(), notes.every(({ last }) => last)],
    });
    return notes.map(() => undefined);
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
