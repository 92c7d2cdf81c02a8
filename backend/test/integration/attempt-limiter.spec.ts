import { randomUUID } from 'node:crypto';
import { RedisConnections } from '../../src/platform/redis/redis-connections.js';
import { AttemptLimiter } from '../../src/platform/security/attempt-limiter.js';
import { eventually } from '../support/eventually.js';
import { startStallingProxy, urlThrough } from '../support/stalling-proxy.js';
import { testLogger } from '../support/test-logger.js';
import { testRedisUrl, testSettings } from '../support/test-settings.js';

const LIMIT = { name: 'guesses', points: 30, seconds: 60 };

describe('the limit on attempts', () => {
  const opened: RedisConnections[] = [];
  afterEach(() => {
    for (const connections of opened.splice(0)) connections.close();
  });

  /** The limiter of one process. */
  const startLimiter = (redisUrl: string, queuePrefix: string) => {
    const connections = new RedisConnections(redisUrl, testLogger);
    opened.push(connections);
    return new AttemptLimiter(testSettings({ RATE_LIMITS: 'on', QUEUE_PREFIX: queuePrefix }), connections);
  };
  const beginForty = (...limiters: AttemptLimiter[]) =>
    Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => limiters[index % limiters.length]!.begin([LIMIT, 'a key'])),
    );
  const begun = (outcomes: Awaited<ReturnType<typeof beginForty>>) =>
    outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));

  it('is shared by all processes, and released attempts are no longer counted', async () => {
    const prefix = `test-${randomUUID()}`;
    const limiters = [startLimiter(testRedisUrl(), prefix), startLimiter(testRedisUrl(), prefix)];
    for (const limiter of limiters) await limiter.begin([LIMIT, 'to connect']);
    const attempts = begun(await beginForty(...limiters));
    expect(attempts).toHaveLength(30);
    await expect(limiters[1]!.begin([LIMIT, 'a key'])).rejects.toMatchObject({ code: 'rate_limited' });
    for (const attempt of attempts) attempt.release();
    for (const limiter of limiters) await eventually(() => limiter.begin([LIMIT, 'a key']));
  });

  it('applies in each process while Redis is unavailable', async () => {
    const limiter = startLimiter('redis://127.0.0.1:1', 'test');
    expect(begun(await beginForty(limiter))).toHaveLength(30);
  });

  it('waits for Redis once when it stalls, and not again until it recovers', async () => {
    const proxy = await startStallingProxy(testRedisUrl());
    try {
      const limiter = startLimiter(urlThrough(proxy, testRedisUrl()), `test-${randomUUID()}`);
      await limiter.begin([LIMIT, 'a key']);
      proxy.stall();
      await limiter.begin([LIMIT, 'a key']);
      let waits = 0;
      setImmediate(() => (waits += 1));
      for (let count = 2; count < LIMIT.points; count++) await limiter.begin([LIMIT, 'a key']);
      expect(waits).toBe(0);
      await expect(limiter.begin([LIMIT, 'a key'])).rejects.toMatchObject({ code: 'rate_limited' });
    } finally {
      proxy.close();
    }
  });
});
