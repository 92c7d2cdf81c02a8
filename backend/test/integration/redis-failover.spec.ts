import { startEmailFixture, welcomeEmail, type EmailFixture } from '../support/email-fixture.js';
import { eventually } from '../support/eventually.js';
import { urlThrough } from '../support/stalling-proxy.js';
import { startSwitchingProxy, type SwitchingProxy } from '../support/switching-proxy.js';
import { startTestRedis, type TestRedis } from '../support/test-redis.js';

describe('a Redis that rejects writes', () => {
  let servers: TestRedis[] = [];
  let address: SwitchingProxy;
  let product: EmailFixture;
  beforeAll(async () => {
    servers = await Promise.all([startTestRedis(), startTestRedis()]);
    address = await startSwitchingProxy(servers[0]!.url);
    product = await startEmailFixture({ REDIS_URL: urlThrough(address, servers[0]!.url) });
    await product.startWorker();
  });
  afterAll(async () => {
    await product?.stop();
    address?.close();
    await Promise.all(servers.map((server) => server.stop()));
  });

  const health = async () => {
    const ready = await fetch(`${product.url}/api/health/ready`);
    const { parts } = (await ready.json()) as { parts: { redis: string } };
    const metrics = await fetch(`${product.url}/api/metrics`).then((response) => response.text());
    const writable = /^redis_writable (\d)$/m.exec(metrics)?.[1];
    return { status: ready.status, redis: parts.redis, writable };
  };
  const whileUnavailable = async () => {
    await eventually(async () =>
      expect(await health()).toEqual({ status: 200, redis: 'read_only', writable: '0' }),
    );
  };
  const expectSent = (recipient: string) =>
    eventually(async () => expect(await product.emailsTo(recipient)).toHaveLength(1));

  it('is shown in health and metrics while its memory is full, and emails are sent afterwards', async () => {
    const [{ client }] = servers as [TestRedis];
    await client.config('SET', 'maxmemory', '1');
    await whileUnavailable();
    await product.queueEmail(welcomeEmail('full@example.com'));
    await client.config('SET', 'maxmemory', '0');
    await expectSent('full@example.com');
  });

  it('is replaced by the new primary once its address leads there', async () => {
    const [demoted, promoted] = servers as [TestRedis, TestRedis];
    await demoted.client.replicaof('127.0.0.1', 1);
    await whileUnavailable();
    await product.queueEmail(welcomeEmail('demoted@example.com'));
    address.switchTo(promoted.url);
    await expectSent('demoted@example.com');
    await eventually(async () => expect(await health()).toEqual({ status: 200, redis: 'up', writable: '1' }));
    const connections = async () =>
      String(await demoted.client.client('LIST'))
        .trim()
        .split('\n').length;
    await eventually(async () => expect(await connections()).toBe(1));
  });
});
