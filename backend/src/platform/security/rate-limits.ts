import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Settings } from '../config/settings.js';
import { RateLimitedError } from '../errors/domain-error.js';
import { Logger } from '../logging/logger.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { derivedKey } from './derived-key.js';
import { SharedRateLimiter } from './shared-rate-limiter.js';

/** So many points in so many seconds for each key. */
export interface Limit {
  /** Unique over the product; names the counter in Redis. */
  name: string;
  points: number;
  seconds: number;
}

interface Counters {
  here: RateLimiterMemory;
  shared: SharedRateLimiter;
}

/**
 * Counters of calls. The decision is made from memory at once; Redis adds what other processes have counted a moment later,
 * and while Redis is away memory goes on alone. No caller ever waits for Redis.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly counters = new Map<string, Counters>();
  private readonly redis: Redis;
  private readonly hashKey: Buffer;

  constructor(
    private readonly settings: Settings,
    logger: Logger,
  ) {
    this.redis = new RedisConnections(settings.redisUrl, logger).forRequests();
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'rate limits');
  }

  /** Counts one call; throws {@link RateLimitedError} with the seconds to wait when there have been too many. */
  async count(limit: Limit, key: string): Promise<void> {
    if (!this.settings.rateLimits) return;
    const { here, shared } = this.countersOf(limit);
    try {
      await here.consume(key);
    } catch (error) {
      throw new RateLimitedError(waitSeconds(error));
    }
    void this.countEverywhere(limit, key, shared);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async countEverywhere(limit: Limit, key: string, shared: SharedRateLimiter): Promise<void> {
    try {
      await this.learn(limit, key, await shared.consume(key));
    } catch (error) {
      if (error instanceof RateLimiterRes) await this.learn(limit, key, error);
    }
  }

  /** Takes over the shared count when other processes have counted more than this one. */
  private async learn(limit: Limit, key: string, total: RateLimiterRes): Promise<void> {
    const { here } = this.countersOf(limit);
    const known = (await here.get(key))?.consumedPoints ?? 0;
    if (total.consumedPoints > known)
      await here.set(key, total.consumedPoints, Math.ceil(total.msBeforeNext / 1000));
  }

  private countersOf({ name, points, seconds }: Limit): Counters {
    let counters = this.counters.get(name);
    if (!counters) {
      const options = { keyPrefix: `${this.settings.queuePrefix}:limit:${name}`, points, duration: seconds };
      counters = {
        here: new RateLimiterMemory(options),
        shared: new SharedRateLimiter({ ...options, storeClient: this.redis }, this.hashKey),
      };
      this.counters.set(name, counters);
    }
    return counters;
  }
}

function waitSeconds(error: unknown): number {
  return error instanceof RateLimiterRes ? Math.max(1, Math.ceil(error.msBeforeNext / 1000)) : 1;
}
