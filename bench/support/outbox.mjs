import { until } from '../../stack/machine/wait.mjs';

/** Waits until every event that is due has been processed. */
export function allEventsDone(database, { timeoutMs = 120_000 } = {}) {
  return until(
    async () => {
      const { rows } = await database.query(
        'select count(*)::int as open from outbox_events where done_at is null and due_at <= now()',
      );
      return rows[0].open === 0;
    },
    { what: 'every event to be processed', timeoutMs, everyMs: 200 },
  );
}
