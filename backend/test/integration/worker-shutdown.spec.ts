import { Agent, request } from 'undici';
import { eventually } from '../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { startStallingProxy, urlThrough } from '../support/stalling-proxy.js';
import { welcomeEmail, startEmailFixture, type EmailFixture } from '../support/email-fixture.js';

const EXIT_WITHIN_MS = 10_000;

describe('worker shutdown', () => {
  let product: EmailFixture;
  const processes: ProductProcess[] = [];
  const start = async (variables?: Record<string, string>): Promise<ProductProcess> => {
    const worker = await startProductProcess('worker', product.settings, variables);
    processes.push(worker);
    return worker;
  };
  const statusesOf = async (emailIds: string[]) =>
    (await Promise.all(emailIds.map((id) => product.emailRow(id)))).map(({ status }) => status);

  beforeAll(async () => (product = await startEmailFixture()));
  afterEach(() => product.resetMailServerControls());
  afterAll(async () => {
    await Promise.all(processes.map((worker) => worker.kill()));
    await product?.stop();
  });

  it('fails readiness checks immediately, finishes jobs in progress, and exits', async () => {
    const worker = await start();
    const client = new Agent({ connections: 1 });
    const health = async (path: string) => {
      const { statusCode, headers, body } = await request(worker.url + path, { dispatcher: client });
      await body.dump();
      return { status: statusCode, connection: headers.connection };
    };
    expect(await health('/health/ready')).toEqual({ status: 200, connection: 'keep-alive' });
    await product.setMailServerControls({ delayMs: 3000 });
    const emailIds = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        product.queueEmail(welcomeEmail(`finished-${index}@example.com`)),
      ),
    );
    await eventually(async () => expect(new Set(await statusesOf(emailIds))).toEqual(new Set(['sending'])));

    worker.signal('SIGTERM');
    await eventually(async () => expect((await health('/health/ready')).status).toBe(503), 500);
    expect(await health('/health/live')).toEqual({ status: 200, connection: 'close' });
    const { code, afterMs } = await worker.exited;
    await client.destroy();

    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(EXIT_WITHIN_MS);
    expect(new Set(await statusesOf(emailIds))).toEqual(new Set(['sent']));
    for (const [index, id] of emailIds.entries()) {
      expect(await product.emailAttempts(id)).toHaveLength(1);
      expect(await product.emailsTo(`finished-${index}@example.com`)).toHaveLength(1);
    }
  });

  it('releases a job that does not finish in time, and exits', async () => {
    const worker = await start();
    const address = 'unfinished@example.com';
    await product.setMailServerControls({ hang: { to: address, count: 1 } });
    const emailId = await product.queueEmail(welcomeEmail(address));
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sending']));

    worker.signal('SIGTERM');
    expect((await worker.exited).afterMs).toBeLessThan(EXIT_WITHIN_MS);

    await start();
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sent']));
    expect((await product.emailAttempts(emailId)).map(({ outcome }) => outcome)).toEqual([
      'interrupted',
      'sent',
    ]);
    expect(await product.emailsTo(address)).toHaveLength(1);
  });

  it('exits even if the database and Redis hang, and another worker takes over its jobs', async () => {
    const { databaseUrl, redisUrl } = product.settings;
    const proxies = [await startStallingProxy(databaseUrl), await startStallingProxy(redisUrl)] as const;
    const worker = await start({
      DATABASE_URL: urlThrough(proxies[0], databaseUrl),
      REDIS_URL: urlThrough(proxies[1], redisUrl),
    });
    const address = 'hanging@example.com';
    await product.setMailServerControls({ hang: { to: address, count: 1 } });
    const emailId = await product.queueEmail(welcomeEmail(address));
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sending']));
    for (const proxy of proxies) proxy.stall();

    worker.signal('SIGTERM');
    expect((await worker.exited).afterMs).toBeLessThan(EXIT_WITHIN_MS);

    for (const proxy of proxies) proxy.close();
    await start();
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sent']));
    expect(await product.emailsTo(address)).toHaveLength(1);
  });
});
