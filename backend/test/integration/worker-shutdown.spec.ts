import { Agent, request } from 'undici';
import { eventually } from '../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { startStallingProxy, through } from '../support/stalling-proxy.js';
import { aWelcome, startTestSmtpServer, type TestSmtpServer } from '../support/test-smtp-server.js';

const EXIT_WITHIN_MS = 10_000;

describe('a worker that is told to stop', () => {
  let post: TestSmtpServer;
  const processes: ProductProcess[] = [];
  const start = async (variables?: Record<string, string>): Promise<ProductProcess> => {
    const worker = await startProductProcess('worker', post.settings, variables);
    processes.push(worker);
    return worker;
  };
  const statusesOf = async (emailIds: string[]) =>
    (await Promise.all(emailIds.map((id) => post.row(id)))).map(({ status }) => status);

  beforeAll(async () => (post = await startTestSmtpServer()));
  afterEach(() => post.calm());
  afterAll(async () => {
    await Promise.all(processes.map((worker) => worker.kill()));
    await post?.stop();
  });

  it('is not ready at once, finishes the jobs under way, and exits', async () => {
    const worker = await start();
    const client = new Agent({ connections: 1 });
    const health = async (path: string) => {
      const { statusCode, headers, body } = await request(worker.url + path, { dispatcher: client });
      await body.dump();
      return { status: statusCode, connection: headers.connection };
    };
    expect(await health('/health/ready')).toEqual({ status: 200, connection: 'keep-alive' });
    await post.trouble({ delayMs: 3000 });
    const emailIds = await Promise.all(
      Array.from({ length: 8 }, (_, index) => post.queue(aWelcome(`finished-${index}@example.com`))),
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
      expect(await post.attempts(id)).toHaveLength(1);
      expect(await post.emailsTo(`finished-${index}@example.com`)).toHaveLength(1);
    }
  });

  it('hands back a job that does not finish in time, and exits', async () => {
    const worker = await start();
    const address = 'handed-back@example.com';
    await post.trouble({ hang: { to: address, count: 1 } });
    const emailId = await post.queue(aWelcome(address));
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sending']));

    worker.signal('SIGTERM');
    expect((await worker.exited).afterMs).toBeLessThan(EXIT_WITHIN_MS);

    await start();
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sent']));
    expect((await post.attempts(emailId)).map(({ outcome }) => outcome)).toEqual(['interrupted', 'sent']);
    expect(await post.emailsTo(address)).toHaveLength(1);
  });

  it('exits though the database and Redis have frozen, and what it held is done by another', async () => {
    const { databaseUrl, redisUrl } = post.settings;
    const proxies = [await startStallingProxy(databaseUrl), await startStallingProxy(redisUrl)] as const;
    const worker = await start({
      DATABASE_URL: through(proxies[0], databaseUrl),
      REDIS_URL: through(proxies[1], redisUrl),
    });
    const address = 'frozen@example.com';
    await post.trouble({ hang: { to: address, count: 1 } });
    const emailId = await post.queue(aWelcome(address));
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sending']));
    for (const proxy of proxies) proxy.stall();

    worker.signal('SIGTERM');
    expect((await worker.exited).afterMs).toBeLessThan(EXIT_WITHIN_MS);

    for (const proxy of proxies) proxy.close();
    await start();
    await eventually(async () => expect(await statusesOf([emailId])).toEqual(['sent']));
    expect(await post.emailsTo(address)).toHaveLength(1);
  });
});
