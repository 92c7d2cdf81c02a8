import { eventually } from '../../support/eventually.js';
import { storyRequest, startLoad } from '../../support/load.js';
import { freePort, startProductProcess, type ProductProcess } from '../../support/product-process.js';
import { startRoundRobinProxy } from '../../support/round-robin-proxy.js';
import { startTestProduct, type TestProduct } from '../../support/test-product.js';

const RESTARTS = 6;
const EXIT_WITHIN_MS = 10_000;

describe(`${RESTARTS} rolling restarts under load`, () => {
  let product: TestProduct;
  const apis: ProductProcess[] = [];
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.kill()));
    await product?.stop();
  });

  it(
    'lose no request behind a load balancer, and process each exactly once',
    async () => {
      const ports = [String(await freePort()), String(await freePort())];
      const started = ports.map((PORT) => startProductProcess('main', product.settings, { PORT }));
      apis.push(...(await Promise.all(started)));
      const proxy = await startRoundRobinProxy(apis.map(({ url }) => url));
      const load = startLoad(proxy.url, {
        connections: 12,
        pauseMs: 25,
        next: (number) =>
          number % 2 === 0
            ? storyRequest(number)
            : { method: 'GET', path: '/api/functions/v1/get-stripe-config' },
      });
      const exitTimes: number[] = [];
      try {
        for (let restart = 0; restart < RESTARTS; restart += 1) {
          const index = restart % apis.length;
          const others = apis.filter((_, other) => other !== index);
          await eventually(() => expect(others.every(({ url }) => proxy.isReady(url))).toBe(true));
          apis[index]!.signal('SIGTERM');
          exitTimes.push((await apis[index]!.exited).afterMs);
          apis[index] = await startProductProcess('main', product.settings, { PORT: ports[index]! });
        }
      } finally {
        await load.stop();
        proxy.close();
      }
      process.stderr.write(`${load.results.length} requests; exits after ${exitTimes.join(', ')} ms\n`);

      expect(exitTimes.filter((afterMs) => afterMs > EXIT_WITHIN_MS)).toEqual([]);
      expect(load.results.length).toBeGreaterThan(RESTARTS * 100);
      expect(load.results.filter(({ error, status }) => error || (status !== 200 && status !== 202))).toEqual(
        [],
      );
      const posts = load.results.filter(({ method }) => method === 'POST').length;
      const [stories] = await product.database.query<{ count: number }>({
        text: 'select count(*)::int as count from stories',
      });
      expect(stories!.count).toBe(posts);
    },
    RESTARTS * 60_000,
  );
});
