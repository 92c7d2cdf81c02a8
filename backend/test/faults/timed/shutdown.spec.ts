import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startEmailFixture, welcomeEmail } from '../../support/email-fixture.js';
import { useFixture } from '../../support/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../../support/product-process.js';
import { startStallingProxy, urlThrough, type StallingProxy } from '../../support/stalling-proxy.js';

/** Docker and many other supervisors kill a process after this time. */
const EXIT_WITHIN_MS = 10_000;

describe('a process that is told to stop', () => {
  const product = useFixture(startEmailFixture);
  let processes: ProductProcess[] = [];
  let closing: { close(): void }[] = [];

  afterEach(async () => {
    await Promise.all(processes.map((process) => process.kill()));
    for (const server of closing) server.close();
    [processes, closing] = [[], []];
    await product.resetMailServerControls();
  });

  const start = async (program: 'main' | 'worker', variables?: Record<string, string>) => {
    const started = await startProductProcess(program, product.settings, variables);
    processes.push(started);
    return started;
  };
  /** With a database and a Redis that can freeze. */
  const startFreezable = async (program: 'main' | 'worker') => {
    const { databaseUrl, redisUrl } = product.settings;
    const proxies: StallingProxy[] = [
      await startStallingProxy(databaseUrl),
      await startStallingProxy(redisUrl),
    ];
    closing.push(...proxies);
    const started = await start(program, {
      DATABASE_URL: urlThrough(proxies[0]!, databaseUrl),
      REDIS_URL: urlThrough(proxies[1]!, redisUrl),
    });
    return { started, freeze: () => proxies.forEach((proxy) => proxy.stall()) };
  };
  /** Stops it, and prints and limits how long that took. */
  const stop = async (
    stopping: ProductProcess,
    within = EXIT_WITHIN_MS,
    signal: NodeJS.Signals = 'SIGTERM',
  ) => {
    stopping.signal(signal);
    const { code, afterMs } = await stopping.exited;
    process.stderr.write(`exit after ${afterMs} ms (limit: ${within})\n`);
    expect(afterMs).toBeLessThan(within);
    return code;
  };
  const post = (api: ProductProcess, path: string, body: object) =>
    fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).then(
      ({ status }) => status,
      () => 'closed',
    );
  const getStatus = async (emailId: string) => (await product.emailRow(emailId)).status;
  const startSending = async (recipient: string) => {
    await product.setMailServerControls({ hang: { to: recipient, count: 1 } });
    const emailId = await product.queueEmail(welcomeEmail(recipient));
    await eventually(async () => expect(await getStatus(emailId)).toBe('sending'));
    return emailId;
  };

  it('exits immediately on Ctrl-C when no request is in progress, even with open keep-alive connections', async () => {
    const api = await start('main');
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write('GET /api/health/live HTTP/1.1\r\nHost: site\r\n\r\n');
    await once(socket, 'data');
    socket.resume();
    expect(await stop(api, 2000, 'SIGINT')).toBe(0);
    await closed;
  });

  it('exits although a payment provider never responds to a request', async () => {
    const provider = await startHangingServer();
    closing.push(provider);
    const api = await start('main', { STRIPE_API_URL: `http://127.0.0.1:${provider.port}` });
    const stuck = post(api, '/api/functions/v1/create-payment-intent', { amount: 4900 });
    await eventually(() => expect(provider.connections()).toBeGreaterThan(0));
    await stop(api);
    expect(await stuck).toBe('closed');
  });

  it('exits although the database and Redis are frozen during a request', async () => {
    const { started: api, freeze } = await startFreezable('main');
    freeze();
    const stuck = post(api, '/api/auth/v1/token?grant_type=password', {
      email: 'ada@example.com',
      password: 'a long password',
    });
    // By now the request has reached the database; there is no other signal to wait for.
    const ready = fetch(`${api.url}/api/health/ready`).then(({ status }) => status);
    expect(await Promise.race([stuck, ready])).toBe(503);
    await stop(api);
    expect([503, 'closed']).toContain(await stuck);
  });

  it('releases a job that does not finish in time, and exits', async () => {
    const worker = await start('worker');
    const emailId = await startSending('unfinished@example.com');
    expect(await stop(worker)).toBe(0);
    await start('worker');
    await eventually(async () => expect(await getStatus(emailId)).toBe('sent'));
    const attempts = await product.emailAttempts(emailId);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'sent']);
    expect(await product.emailsTo('unfinished@example.com')).toHaveLength(1);
  });

  it('exits even if the database and Redis hang, and another worker takes over its jobs', async () => {
    const { started: worker, freeze } = await startFreezable('worker');
    const emailId = await startSending('hanging@example.com');
    freeze();
    expect(await stop(worker)).toBe(0);
    await start('worker');
    await eventually(async () => expect(await getStatus(emailId)).toBe('sent'));
    expect(await product.emailsTo('hanging@example.com')).toHaveLength(1);
  });
});

interface HangingServer {
  port: number;
  connections(): number;
  close(): void;
}

/** Accepts connections and never responds. */
async function startHangingServer(): Promise<HangingServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).resume());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
