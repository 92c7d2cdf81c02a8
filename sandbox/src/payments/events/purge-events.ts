import type { Sandbox } from '../sandbox.ts';

/** How long the provider returns events. */
export const EVENT_RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** Undelivered events are kept; up to this many are skipped to find older ones. */
const MAX_KEPT = 1000;

/** Deletes events past their retention period, except for the newest event and for undelivered ones. */
export function purgeEvents({ store, clock }: Sandbox): void {
  const cutoff = clock.now() - EVENT_RETENTION_SECONDS;
  let kept = 0;
  store.transaction(() => {
    for (const event of store.oldestFirst('event')) {
      if (event.created >= cutoff || kept > MAX_KEPT || store.count('event') === 1) return;
      if (store.get('delivery', event.id)?.status === 'pending') {
        kept += 1;
        continue;
      }
      store.remove('event', event.id);
      store.remove('delivery', event.id);
    }
  });
}
