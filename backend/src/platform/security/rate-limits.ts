import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { KeyObject } from 'node:crypto';
import { Settings } from '../config/settings.js';
import { RateLimitedError } from '../domain-error.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { derivedKey } from './derived-key.js';
import { SharedRateLimiter } from './shared-rate-limiter.js';

/** Allowed points per key within a number of seconds. */
export interface Limit {
  /** Globally unique; names the counter in Redis. */
  name: string;
  points: number;
  seconds: number;
}

interface Counters {
  local: RateLimiterMemory;
  shared: SharedRateLimiter;
}

/**
 * Rate limits. The decision uses only memory; the counts of other processes arrive from Redis shortly after. While Redis is
 * unavailable, each process counts on its own. No caller ever waits for Redis.
 */
@Injectable()
export class RateLimits {
  private readonly counters = new Map<string, Counters>();
  private readonly redis: Redis;
  private readonly hashKey: KeyObject;

  constructor(
    private readonly settings: Settings,
    connections: RedisConnections,
  ) {
    this.redis = connections.forRequests();
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'rate limits');
  }

  /** Counts one call. Throws {@link RateLimitedError} with the seconds to wait if the limit is exceeded. */
  async count(limit: Limit, key: string): Promise<void> {
    if (!this.settings.rateLimits) return;
    const { local, shared } = this.getCounters(limit);
    try {
      await local.consume(key);
    } catch (error) {
      throw new RateLimitedError(waitSeconds(error));
    }
    void this.countShared(limit, key, shared);
  }

  private async countShared(limit: Limit, key: string, shared: SharedRateLimiter): Promise<void> {
    try {
      await this.applySharedCount(limit, key, await shared.consume(key));
    } catch (error) {
      if (error instanceof RateLimiterRes) await this.applySharedCount(limit, key, error);
    }
  }

  /** Applies the shared count if other processes have counted more than this one. */
  private async applySharedCount(limit: Limit, key: string, total: RateLimiterRes): Promise<void> {
    const { local } = this.getCounters(limit);
    const known = (await local.get(key))?.consumedPoints ?? 0;
    if (total.consumedPoints > known)
      await local.set(key, total.consumedPoints, Math.ceil(total.msBeforeNext / 1000));
  }

  private getCounters({ name, points, seconds }: Limit): Counters {
    let counters = this.counters.get(name);
    if (!counters) {
      const options = { keyPrefix: `${this.settings.queuePrefix}:limit:${name}`, points, duration: seconds };
      counters = {
        local: new RateLimiterMemory(options),
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
