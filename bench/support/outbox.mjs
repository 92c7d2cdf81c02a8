import { until } from '../../scripts/machine/wait.mjs';

/** Waits until every outbox event has been processed. */
export function waitForOutboxToDrain(database, { timeoutMs = 120_000 } = {}) {
  return until(
    async () => {
      const { rows } = await database.query(
        'select count(*)::int as open from outbox_events where done_at is null',
      );
      return rows[0].open === 0;
    },
    { what: 'every event to be processed', timeoutMs, everyMs: 200 },
  );
}
