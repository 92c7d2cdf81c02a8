import { eventually } from '../../support/eventually.js';
import { startPaymentFixture, type PaymentFixture } from '../../support/payment-fixture.js';
import { bearer, buildPurchase, payForCheckout, signIn, type Purchase } from '../../support/purchase.js';
import { setReadOnly, whileLocked } from '../../support/service-faults.js';
import { urlThrough } from '../../support/stalling-proxy.js';
import { startSwitchingProxy, type SwitchingProxy } from '../../support/switching-proxy.js';
import { startTestRedis, type TestRedis } from '../../support/test-redis.js';
import { createUser, USER_PASSWORD } from '../../support/users.js';

const FAILOVERS = 5;
const LOCKED_REQUESTS = 20;
const RESPONSE_WITHIN_MS = 10_000;
const RECOVERED_WITHIN_MS = 30_000;
const REDIS_RECOVERED_WITHIN_MS = 60_000;

describe('outages of PostgreSQL and Redis', () => {
  let servers: TestRedis[] = [];
  let redisAddress: SwitchingProxy;
  let product: PaymentFixture;
  beforeAll(async () => {
    servers = await Promise.all(Array.from({ length: FAILOVERS + 1 }, startTestRedis));
    redisAddress = await startSwitchingProxy(servers[0]!.url);
    product = await startPaymentFixture(
      { REDIS_URL: urlThrough(redisAddress, servers[0]!.url), DATABASE_POOL_SIZE: '20' },
      { usesTestClock: false },
    );
    await product.startWorker();
  });
  afterAll(async () => {
    await product?.stop();
    redisAddress?.close();
    await Promise.all(servers.map((server) => server.stop()));
  });

  const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; afterMs: number }> => {
    const startedAt = performance.now();
    return { result: await work(), afterMs: performance.now() - startedAt };
  };
  const expectWithin = (what: string, times: number[], limitMs: number) => {
    const slowest = Math.round(Math.max(...times));
    process.stderr.write(`${what} within ${slowest} ms (limit: ${limitMs})\n`);
    expect(slowest).toBeLessThan(limitMs);
  };
  const shareStory = async () => {
    const { status, headers } = await product.callFunction('share-story', {
      name: 'Ada',
      company: 'Engines',
      email: 'ada@example.com',
      consent: true,
      story: 'We found eleven subscriptions that no one used.',
    });
    return { status, retryAfter: headers.get('retry-after') };
  };
  const expectProvisioned = ({ email, password }: Purchase) =>
    eventually(async () => {
      const { token } = await signIn(product, email, password);
      const { body } = await product.callFunction('check-subscription', {}, bearer(token));
      expect(body).toMatchObject({ subscription_tier: 'team' });
      expect(await product.emailsTo(email)).not.toEqual([]);
      const unfinished = await product.database.query({
        text: `select topic from outbox_events where done_at is null and due_at <= now()`,
      });
      expect(unfinished).toEqual([]);
    }, 90_000);

  it('reject writes with 503 while the database is read-only, and purchases made before continue afterward', async () => {
    const responses: number[] = [];
    const completed: number[] = [];
    for (let failover = 0; failover < FAILOVERS; failover += 1) {
      const purchase = buildPurchase();
      await payForCheckout(product, purchase);
      await setReadOnly(product, true);
      const writes = await Promise.all(Array.from({ length: 40 }, () => timed(shareStory)));
      for (const { result, afterMs } of writes) {
        expect(result).toEqual({ status: 503, retryAfter: '2' });
        responses.push(afterMs);
      }
      expect((await fetch(`${product.url}/api/health/ready`)).status).toBe(200);
      // The connections stay open, as those to a demoted server do.
      await setReadOnly(product, false, { dropsConnections: false });
      const { afterMs } = await timed(async () => {
        await eventually(async () => expect((await shareStory()).status).toBe(202));
        await expectProvisioned(purchase);
      });
      completed.push(afterMs);
    }
    expectWithin('responses', responses, RESPONSE_WITHIN_MS);
    expectWithin('purchases completed', completed, RECOVERED_WITHIN_MS);
  }, 600_000);

  it(`serve everything else while ${LOCKED_REQUESTS} requests at a time wait for a locked table`, async () => {
    const user = await createUser(product);
    const served: number[] = [];
    const rejected: number[] = [];
    await whileLocked(product, 'stories', async () => {
      const stop = new AbortController();
      const blocked = Array.from({ length: LOCKED_REQUESTS }, async () => {
        while (!stop.signal.aborted) {
          const { result, afterMs } = await timed(shareStory);
          expect(result).toEqual({ status: 503, retryAfter: '2' });
          rejected.push(afterMs);
        }
      });
      for (let round = 0; round < 5; round += 1) {
        const { result, afterMs } = await timed(() =>
          Promise.all([
            fetch(`${product.url}/api/health/ready`),
            signIn(product, user.email, USER_PASSWORD),
            product.callFunction('check-subscription', {}, user.headers),
          ]),
        );
        expect(result.map(({ status }) => status)).toEqual([200, 200, 200]);
        served.push(afterMs);
      }
      stop.abort();
      await Promise.all(blocked);
    });
    expectWithin('other requests', served, RESPONSE_WITHIN_MS);
    expectWithin('locked requests', rejected, RESPONSE_WITHIN_MS);
    expect((await shareStory()).status).toBe(202);
  }, 300_000);

  it('delay a purchase while Redis is a replica, and end once its address leads to the new primary', async () => {
    const completed: number[] = [];
    for (const [index, demoted] of servers.slice(0, FAILOVERS).entries()) {
      await demoted.client.replicaof('127.0.0.1', 1);
      const purchase = buildPurchase();
      await payForCheckout(product, purchase);
      redisAddress.switchTo(servers[index + 1]!.url);
      completed.push((await timed(() => expectProvisioned(purchase))).afterMs);
    }
    expectWithin('purchases completed', completed, REDIS_RECOVERED_WITHIN_MS);
  }, 600_000);
});
