import { RateLimiterRedis, type IRateLimiterRedisOptions } from 'rate-limiter-flexible';
import type { KeyObject } from 'node:crypto';
import { keyedHash } from './derived-key.js';

/** Counters in Redis with hashed keys, so that Redis stores no emails or IP addresses. */
export class SharedRateLimiter extends RateLimiterRedis {
  constructor(
    options: IRateLimiterRedisOptions,
    private readonly hashKey: KeyObject,
  ) {
    super(options);
  }

  override getKey(key: string | number): string {
    return super.getKey(keyedHash(this.hashKey, String(key)));
  }
}
