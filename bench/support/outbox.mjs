import { until } from '../../stack/machine/wait.mjs';

/** Waits until every event that is due has been processed. */
export function allEventsDone(database, { timeoutMs = 120_000 } = {}) {
  return until(
    async () => {
      const { rows } = await database.query(
        `select topic, count(*)::int as open, max(last_error) as error
           from outbox_events where done_at is null and due_at <= now() group by topic`,
      );
      if (rows.length === 0) return true;
      throw new Error(rows.map(({ topic, open, error }) => `${open} × ${topic}: ${error}`).join('; '));
    },
    { what: 'every event to be processed', timeoutMs, everyMs: 200 },
  );
}
