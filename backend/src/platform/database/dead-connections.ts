import pg, { type Pool, type PoolClient } from 'pg';

/** PostgreSQL reports both when a connection opens, and when they change. */
const READ_ONLY_SETTINGS = ['in_hot_standby', 'default_transaction_read_only'];
const READ_ONLY_CODE = '25006';
/** The server, rather than the statement, caused the error: another connection may reach another server. */
const DISCARDING_CODES = /^(08...|25006|53...|57P0[1-5])$/;

interface ProtocolEvents {
  on(
    event: 'parameterStatus',
    listener: (status: { parameterName: string; parameterValue: string }) => void,
  ): void;
  on(event: 'errorMessage', listener: (error: { code?: string }) => void): void;
}

/**
 * A connection that the pool closes on release, instead of keeping it, if its server rejects writes. The next one leads to wherever
 * the server's address points by then: after a failover, to the new server.
 */
export class ReplaceableClient extends pg.Client {
  readonly protocol: ProtocolEvents;
  private readonly readOnlySettings = new Set<string>();
  private isDiscarded = false;
  private releaseToPool: (error?: Error | boolean) => void = () => undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.protocol = (this as unknown as { connection: ProtocolEvents }).connection;
    this.protocol.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (!READ_ONLY_SETTINGS.includes(parameterName)) return;
      if (parameterValue === 'on') this.readOnlySettings.add(parameterName);
      else this.readOnlySettings.delete(parameterName);
    });
    this.protocol.on('errorMessage', ({ code = '' }) => {
      if (DISCARDING_CODES.test(code)) this.discard();
    });
  }

  /** The pool must not use the connection again after its next release. */
  discard(): void {
    this.isDiscarded = true;
  }

  /** Set by the pool on every acquisition. */
  set release(release: (error?: Error | boolean) => void) {
    this.releaseToPool = release;
  }

  get release(): (error?: Error | boolean) => void {
    return (error) => this.releaseToPool(error || this.isDiscarded || this.readOnlySettings.size > 0);
  }
}

/**
 * Removes connections from the pool that die while in use. Their holder may never release them: a transaction whose rollback fails
 * keeps its connection, and after a few server restarts the pool would be full of dead ones. Also ends connections that open after the
 * pool began to close: Kysely then fails without releasing them, and the pool would never finish closing. Once a server turns out to
 * be read-only, all connections are replaced, because idle ones would continue to read from it.
 */
export function releaseDeadConnections(pool: Pool): void {
  const listeners = new WeakMap<PoolClient, () => void>();
  const open = new Set<ReplaceableClient>();
  pool.on('connect', (client) => {
    const replaceable = client as unknown as ReplaceableClient;
    open.add(replaceable);
    replaceable.protocol.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY_CODE) discardAll(pool, open);
    });
  });
  pool.on('remove', (client) => open.delete(client as unknown as ReplaceableClient));
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

/** The pool closes connections only when they are released, so idle ones are acquired first. */
function discardAll(pool: Pool, open: Iterable<ReplaceableClient>): void {
  for (const client of open) client.discard();
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => client.release(),
      () => undefined,
    );
  }
}
