import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { randomUUID, type KeyObject } from 'node:crypto';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { Settings } from '../config/settings.js';
import { RateLimitedError } from '../domain-error.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { derivedKey, keyedHash } from './derived-key.js';
import type { Limit } from './rate-limits.js';

/** One counter that an attempt counts toward. */
export type Counter = readonly [limit: Limit, key: string];

export interface CountedAttempt {
  /** Removes the attempt from its counters, because it succeeded or was never checked. */
  release(): void;
}

/**
 * Counts one attempt unless the sliding window is full. Returns 0, or the milliseconds until the oldest attempt leaves the window.
 * KEYS: the counter. ARGV: window in milliseconds, limit, attempt ID.
 */
const COUNT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
  if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[2]) then
    redis.call('ZADD', KEYS[1], now, ARGV[3])
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    return 0
  end
  return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] + ARGV[1] - now`;

/** How long an attempt waits for Redis. The command itself may take longer, for example while a new process is connecting. */
const REDIS_WAIT_MS = 250;
const REDIS_OPTIONS = { enableOfflineQueue: true, commandTimeout: 5000 };

/**
 * Limits guessing: an attempt is counted before it is checked, and released if it succeeds. No window contains more attempts than
 * the limit, no matter how they are spread across processes.
 *
 * The count in this process is checked first, then the one in Redis. While Redis is unavailable, only the local count applies. When
 * Redis stops responding, only calls already in flight wait for it, and only briefly.
 */
@Injectable()
export class AttemptLimiter {
  /** Attempts in this process by counter and attempt ID, oldest first. */
  private readonly local = new Map<string, Map<string, LocalAttempt>>();
  private readonly redis: Redis;
  private readonly hashKey: KeyObject;
  private redisResponds = true;

  constructor(
    private readonly settings: Settings,
    connections: RedisConnections,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'rate-limit keys');
    this.redis = connections.forRequests(REDIS_OPTIONS);
  }

  /** Counts the attempt toward all of the counters or none. Throws {@link RateLimitedError} if one of them is full. */
  async begin(...counters: readonly Counter[]): Promise<CountedAttempt> {
    if (!this.settings.rateLimits) return { release: () => undefined };
    const id = randomUUID();
    const named = counters.map(([limit, key]) => ({ limit, name: this.counterName(limit, key) }));
    assertNotFull(named.map((counter) => this.localWaitMs(counter)));
    for (const counter of named) this.countLocally(counter, id);
    const release = () => named.forEach(({ name }) => this.remove(name, id));
    try {
      assertNotFull(await Promise.all(named.map((counter) => this.countInRedis(counter, id))));
    } catch (error) {
      release();
      throw error;
    }
    return { release };
  }

  private localWaitMs({ limit, name }: NamedCounter): number {
    const attempts = this.local.get(name);
    if (!attempts || attempts.size < limit.points) return 0;
    const [oldest] = attempts.values();
    return Math.max(1, oldest!.expiresAt - performance.now());
  }

  private countLocally({ limit, name }: NamedCounter, id: string): void {
    const attempts = this.local.get(name) ?? new Map<string, LocalAttempt>();
    const windowMs = limit.seconds * 1000;
    const timer = setTimeout(() => this.removeLocally(name, id), windowMs).unref();
    this.local.set(name, attempts.set(id, { expiresAt: performance.now() + windowMs, timer }));
  }

  private async countInRedis({ limit, name }: NamedCounter, id: string): Promise<number> {
    const counted = this.redis.eval(COUNT, 1, name, limit.seconds * 1000, limit.points, id).then(
      (waitMs) => {
        this.redisResponds = true;
        return Number(waitMs);
      },
      () => {
        this.redisResponds = false;
        return 0;
      },
    );
    return this.redisResponds ? Promise.race([counted, this.waitBriefly(counted)]) : 0;
  }

  /** Waits briefly for Redis. Handles a response that arrived while this process was busy before declaring Redis unavailable. */
  private async waitBriefly(counted: Promise<number>): Promise<number> {
    let waitMs: number | undefined;
    void counted.then((response) => (waitMs = response));
    await pause(REDIS_WAIT_MS, undefined, { ref: false });
    await setImmediate();
    if (waitMs === undefined) this.redisResponds = false;
    return waitMs ?? 0;
  }

  private remove(name: string, id: string): void {
    this.removeLocally(name, id);
    this.redis.zrem(name, id).catch(() => undefined);
  }

  private removeLocally(name: string, id: string): void {
    const attempts = this.local.get(name);
    clearTimeout(attempts?.get(id)?.timer);
    attempts?.delete(id);
    if (attempts?.size === 0) this.local.delete(name);
  }

  /** Keys may be email or IP addresses, so only a keyed hash of them is stored in Redis. */
  private counterName({ name }: Limit, key: string): string {
    return `${this.settings.queuePrefix}:limit:${name}:${keyedHash(this.hashKey, key)}`;
  }
}

interface LocalAttempt {
  /** When it leaves the window, in `performance.now()` time. */
  expiresAt: number;
  timer: NodeJS.Timeout;
}

interface NamedCounter {
  limit: Limit;
  name: string;
}

function assertNotFull(waitsMs: readonly number[]): void {
  const waitMs = Math.max(...waitsMs);
  if (waitMs > 0) throw new RateLimitedError(Math.ceil(waitMs / 1000));
}
