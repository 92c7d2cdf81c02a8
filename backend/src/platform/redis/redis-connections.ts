import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../logging/logger.js';

const reconnectDelayMs = (times: number): number => Math.min(times * 100, 1000);

/** Creates Redis connections that reconnect automatically and never crash the process. */
export class RedisConnections {
  private shared: Redis | undefined;
  private readonly opened = new Set<Redis>();
  private unavailableLogged = false;

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
    const connection = new Redis(this.url, { retryStrategy: reconnectDelayMs, ...options });
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
}
