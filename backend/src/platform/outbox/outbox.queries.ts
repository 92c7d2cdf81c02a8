import type { Statement } from '../database/database.js';
import type { Recording } from './event-handler.js';

/** Takes due events, so that no other relay publishes them. One round trip, because every commit wakes all relays. */
export const claimDueEvents = (now: Date, exceptQueues: readonly string[], limit: number): Statement => ({
  reason: 'skip-locked claim',
  name: 'outbox-claim',
  text: `update outbox_events set published_at = $1
         where id in (select id from outbox_events
                      where done_at is null and published_at is null and due_at <= $1 and queue <> all ($2::text[])
                      order by due_at limit $3 for update skip locked)
         returning id, queue`,
  values: [now, exceptQueues, limit],
});

/** Takes back unfinished events published before this time. In batches, so that a large backlog does not lock the table. */
export const unpublishLostEvents = (publishedBefore: Date, limit: number): Statement => ({
  reason: 'skip-locked claim',
  text: `update outbox_events set published_at = null
         where id in (select id from outbox_events
                      where done_at is null and due_at <= $1 and published_at <= $1
                      order by due_at limit $2 for update skip locked)
         returning id, queue`,
  values: [publishedBefore, limit],
});

/** Reads the events of many jobs with the handlers that have recorded them. Runs for every job. */
export const eventsWithHandlers = (ids: readonly string[]): Statement => ({
  reason: 'measured hot read',
  benchmark: 'welcome emails, 10,000 queued, server responds after 50 ms, 20 connections, one worker',
  name: 'outbox-events',
  text: `select id, topic, payload, attempts, created_at as "createdAt", done_at as "doneAt",
                array(select handler from inbox_entries where event_id = id) as "handledBy"
         from outbox_events where id = any ($1::uuid[])`,
  values: [ids],
});

export interface HandledEvents {
  eventIds: readonly string[];
  handler: string;
  at: Date;
  /** Whether no other handler is left, which completes the events. */
  last: boolean;
}

const NO_WRITES: Recording = { name: 'inbox-record', writes: [], values: [] };

/**
 * Inserts inbox entries, completes events and writes what their handler recorded, for any number of events. Returns the number of new
 * entries. Rows are selected by primary key only: with a condition on unfinished events, a planner with statistics of an empty table
 * would scan all unfinished events for each row.
 */
export function recordHandled(
  { eventIds, handler, at, last }: HandledEvents,
  { name, writes, values }: Recording = NO_WRITES,
): Statement {
  const [ids, handlerId, now, isLast] = [1, 2, 3, 4].map((position) => `$${values.length + position}`);
  const parts = [
    `entry as (insert into inbox_entries (event_id, handler, handled_at)
               select id, ${handlerId}::text, ${now}::timestamptz from outbox_events where id = any (${ids}::uuid[])
               on conflict do nothing returning 1)`,
    `event as (update outbox_events set done_at = coalesce(done_at, ${now}::timestamptz), last_error = null
               where id = any (${ids}::uuid[]) and ${isLast}::boolean)`,
    ...writes.map((write, index) => `effect${index} as (${write})`),
  ];
  return {
    reason: 'batch write',
    name,
    text: `with ${parts.join(', ')} select count(*)::int as inserted from entry`,
    values: [...values, eventIds, handler, at, last],
  };
}
