import type { Statement } from '../database/database.js';

/** All metrics of all queues in one scan of the unfinished events. Runs on every scrape of every process. */
export const backlogByQueue = (now: Date): Statement => ({
  reason: 'measured hot read',
  name: 'backlog-metrics',
  text: `select queue, count(*) filter (where due_at <= $1)::int as due,
                count(*) filter (where due_at > $1)::int as later,
                coalesce(greatest(0, extract(epoch from $1 - min(due_at))), 0)::float8 as "oldestDueSeconds",
                count(*) filter (where attempts > 0)::int as failing
         from outbox_events where done_at is null group by queue`,
  values: [now],
});
