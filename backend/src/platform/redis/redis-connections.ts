import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../logging/logger.js';

/** The server was demoted to a replica, or requires the password again. A new connection reaches the current primary and authenticates. */
const RECONNECTING_ERRORS = /READONLY|UNBLOCKED|NOAUTH|MASTERDOWN/;
/** While the server's address leads to a replica, reconnecting more often does not help. */
const RECONNECT_INTERVAL_MS = 5000;
/** How long to wait for the server to close a connection. ioredis keeps the process running for that long, even if it is already closed. */
const DISCONNECT_TIMEOUT_MS = 200;

const reconnectDelayMs = (times: number): number => Math.min(times * 100, 1000);

/** Creates Redis connections that reconnect automatically and never crash the process. */
export class RedisConnections {
  private shared: Redis | undefined;
  private readonly opened = new Set<Redis>();
  private unavailableLogged = false;
  private replacedAt = -Infinity;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  /** Bull needs three types; all queues can share the plain client, but not the blocking ones. */
  forQueue(type: 'client' | 'subscriber' | 'bclient'): Redis {
    // While loading its data, Redis rejects commands, so they must wait. Bull allows a ready check for this type only.
    if (type === 'client')
      return (this.shared ??= this.open({ maxRetriesPerRequest: null, enableReadyCheck: true }));
    return this.open({ maxRetriesPerRequest: null, enableReadyCheck: false });
  }

  /** For HTTP requests: fails fast, never waits. */
  forRequests(options: RedisOptions = {}): Redis {
    return this.open({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 150,
      connectTimeout: 1000,
      ...options,
    });
  }

  /** Closes every connection immediately. */
  close(): void {
    for (const connection of this.opened) connection.disconnect();
  }

  private open(options: RedisOptions): Redis {
    const connection = new Redis(this.url, {
      retryStrategy: reconnectDelayMs,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      reconnectOnError: (error) => {
        if (RECONNECTING_ERRORS.test(error.message)) this.replaceAll(error);
        // The command that failed is rejected; its caller decides whether to repeat it.
        return false;
      },
      ...options,
    });
    connection.on('error', (error: Error) => {
      if (!this.unavailableLogged) this.logger.warn('Redis unavailable', { reason: error.message });
      this.unavailableLogged = true;
    });
    connection.on('ready', () => {
      if (this.unavailableLogged) this.logger.info('Redis available again');
      this.unavailableLogged = false;
    });
    this.opened.add(connection);
    return connection;
  }

  /** Includes connections that only listen or wait, and so never get an error. */
  private replaceAll({ message }: Error): void {
    const now = performance.now();
    if (now - this.replacedAt < RECONNECT_INTERVAL_MS) return;
    this.replacedAt = now;
    this.logger.warn('Redis rejects commands, reconnecting', { reason: message });
    for (const connection of this.opened) if (connection.status === 'ready') connection.disconnect(true);
  }
}
