import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../logging/logger.js';

const reconnectDelayMs = (times: number): number => Math.min(times * 100, 1000);

/** Makes connections to Redis that come back by themselves and never take the process down. */
export class RedisConnections {
  private shared: Redis | undefined;
  private readonly opened = new Set<Redis>();
  private unavailableLogged = false;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  /** Bull asks for three kinds; the plain one is shared by all queues, the blocking ones must not be. */
  forQueue(type: 'client' | 'subscriber' | 'bclient'): Redis {
    // A Redis that still reads its file answers, but rejects: what is asked of it has to wait. Bull allows that for this kind only.
    if (type === 'client')
      return (this.shared ??= this.open({ maxRetriesPerRequest: null, enableReadyCheck: true }));
    return this.open({ maxRetriesPerRequest: null, enableReadyCheck: false });
  }

  /** For requests: an answer within a moment or an error, never a wait. */
  forRequests(options: RedisOptions = {}): Redis {
    return this.open({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 150,
      connectTimeout: 1000,
      ...options,
    });
  }

  /** Ends every connection at once. */
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
