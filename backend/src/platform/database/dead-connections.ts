import type { Pool, PoolClient } from 'pg';

/**
 * Frees the place of a connection that dies while it is in use. Who holds it may never give it back: a transaction whose rollback
 * fails keeps its connection, and after some restarts of the server the pool would be full of dead ones.
 */
export function freeDeadConnections(pool: Pool): void {
  const watches = new WeakMap<PoolClient, () => void>();
  pool.on('acquire', (client) => {
    const free = (): void => {
      client.release(true);
      // Who held it may still give it back, which the pool would take for a mistake.
      client.release = () => undefined;
    };
    watches.set(client, free);
    client.once('end', free);
  });
  pool.on('release', (_error, client) => {
    const free = watches.get(client);
    if (free) client.off('end', free);
  });
}
