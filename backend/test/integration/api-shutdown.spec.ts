import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { storyRequest, startLoad } from '../support/load.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { startStallingProxy, urlThrough, type StallingProxy } from '../support/stalling-proxy.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const EXIT_WITHIN_MS = 10_000;

describe('API shutdown', () => {
  let product: TestProduct;
  const processes: ProductProcess[] = [];
  const start = async (variables?: Record<string, string>): Promise<ProductProcess> => {
    const api = await startProductProcess('main', product.settings, variables);
    processes.push(api);
    return api;
  };
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(async () => {
    await Promise.all(processes.map((api) => api.kill()));
    await product?.stop();
  });

  it('finishes every request under keep-alive load, tells clients to close, and exits', async () => {
    const api = await start();
    const load = startLoad(api.url, {
      connections: 20,
      next: (number) =>
        number % 3 === 0 ? storyRequest(number) : { method: 'GET', path: '/api/health/live' },
    });
    await eventually(() => expect(load.results.length).toBeGreaterThan(200));

    api.signal('SIGTERM');
    await eventually(async () => expect((await fetch(`${api.url}/api/health/ready`)).status).toBe(503));
    const notReadyAt = performance.now();
    const { afterMs } = await api.exited;
    await load.stop();

    expect(afterMs).toBeLessThan(EXIT_WITHIN_MS);
    const complete = load.results.filter(({ error }) => !error);
    const failed = load.results.filter(({ error }) => error);
    expect(failed.filter(({ error }) => error!.responseStarted)).toEqual([]);
    expect(failed.filter(({ error }) => !/REFUSED|RESET|SOCKET/.test(error!.code))).toEqual([]);
    const whileStopping = complete.filter(({ startedAt }) => startedAt > notReadyAt);
    expect(whileStopping.length).toBeGreaterThan(20);
    expect(whileStopping.filter(({ connection }) => connection !== 'close')).toEqual([]);
    expect(new Set(complete.map(({ method, status }) => `${method} ${status}`))).toEqual(
      new Set(['GET 200', 'POST 202']),
    );
    // A request without a response was not processed, so retrying it is safe.
    const [stories] = await product.database.query<{ count: number }>({
      text: 'select count(*)::int as count from stories',
    });
    expect(stories!.count).toBe(complete.filter(({ method }) => method === 'POST').length);
  });

  it('closes connections that are idle, silent, or in the middle of a request', async () => {
    const api = await start();
    const closings = await Promise.all([
      openSocket(api, 'GET /api/health/live HTTP/1.1\r\nHost: site\r\n\r\n'),
      openSocket(api, ''),
      openSocket(api, 'POST /api/functions/v1/share-story HTTP/1.1\r\nHost: si'),
    ]);

    api.signal('SIGTERM');
    await Promise.all(closings.map(({ closed }) => closed));
    const { code, afterMs } = await api.exited;

    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(7000);
  });

  it('exits immediately on Ctrl-C when no request is in progress, even with open keep-alive connections', async () => {
    const api = await start();
    const { closed } = await openSocket(api, 'GET /api/health/live HTTP/1.1\r\nHost: site\r\n\r\n');
    api.signal('SIGINT');
    await closed;
    const { code, afterMs } = await api.exited;
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(2000);
  });
});

describe('API shutdown while a request hangs', () => {
  let product: TestProduct;
  let provider: HangingServer;
  let proxies: Record<'database' | 'redis', StallingProxy>;
  let api: ProductProcess | undefined;

  beforeAll(async () => {
    product = await startTestProduct();
    provider = await startHangingServer();
  });
  beforeEach(async () => {
    const { databaseUrl, redisUrl } = product.settings;
    proxies = {
      database: await startStallingProxy(databaseUrl),
      redis: await startStallingProxy(redisUrl),
    };
    api = await startProductProcess('main', product.settings, {
      DATABASE_URL: urlThrough(proxies.database, databaseUrl),
      REDIS_URL: urlThrough(proxies.redis, redisUrl),
      STRIPE_API_URL: `http://127.0.0.1:${provider.port}`,
    });
  });
  afterEach(async () => {
    await api?.kill();
    for (const proxy of Object.values(proxies)) proxy.close();
  });
  afterAll(async () => {
    provider?.close();
    await product?.stop();
  });

  const post = (path: string, body: object) =>
    fetch(`${api!.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).then(
      ({ status }) => status,
      () => 'closed',
    );

  it('exits although a payment provider never responds', async () => {
    const stuck = post('/api/functions/v1/create-payment-intent', { amount: 4900 });
    await eventually(() => expect(provider.connections()).toBeGreaterThan(0));
    api!.signal('SIGTERM');
    expect((await api!.exited).afterMs).toBeLessThan(EXIT_WITHIN_MS);
    expect(await stuck).toBe('closed');
  });

  it('exits although the database and Redis are frozen', async () => {
    proxies.database.stall();
    proxies.redis.stall();
    const stuck = post('/api/auth/v1/token?grant_type=password', {
      email: 'ada@example.com',
      password: 'a long password',
    });
    // By now the request has reached the database; there is no other signal to wait for.
    expect(
      await Promise.race([stuck, fetch(`${api!.url}/api/health/ready`).then(({ status }) => status)]),
    ).toBe(503);
    api!.signal('SIGTERM');
    expect((await api!.exited).afterMs).toBeLessThan(EXIT_WITHIN_MS);
    expect([503, 'closed']).toContain(await stuck);
  });
});

/** Opens a connection, sends this, and waits for the response if it is a complete request. */
async function openSocket(
  { url }: ProductProcess,
  text: string,
): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(text);
  if (text.endsWith('\r\n\r\n')) await once(socket, 'data');
  socket.resume();
  return { socket, closed };
}

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
