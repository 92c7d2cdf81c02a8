import { RateLimiterRedis, type IRateLimiterRedisOptions } from 'rate-limiter-flexible';
import { keyedHash } from './derived-key.js';

/** Counters in Redis, whose keys are hashed: Redis holds no email and no IP address. */
export class SharedRateLimiter extends RateLimiterRedis {
  constructor(
    options: IRateLimiterRedisOptions,
    private readonly hashKey: Buffer,
  ) {
    super(options);
  }

  override getKey(key: string | number): string {
    return super.getKey(keyedHash(this.hashKey, String(key)));
  }
}
