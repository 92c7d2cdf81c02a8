import type { Pool, PoolClient } from 'pg';

/**
 * Removes connections from the pool that die while in use. Their holder may never release them: a transaction whose rollback fails
 * keeps its connection, and after a few server restarts the pool would be full of dead ones. Also ends connections that open after the
 * pool began to close: Kysely then fails without releasing them, and the pool would never finish closing.
 */
export function releaseDeadConnections(pool: Pool): void {
  const listeners = new WeakMap<PoolClient, () => void>();
  pool.on('acquire', (client) => {
    const remove = (): void => {
      client.release(true);
      // The holder may still release it, and the pool throws on a second release.
      client.release = () => undefined;
    };
    listeners.set(client, remove);
    client.once('end', remove);
    if (pool.ending) void client.end();
  });
  pool.on('release', (_error, client) => {
    const remove = listeners.get(client);
    if (remove) client.off('end', remove);
  });
}
