import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { startEmailFixture, welcomeEmail, type EmailFixture } from '../support/email-fixture.js';
import { eventually } from '../support/eventually.js';
import { startLoad, storyRequest } from '../support/load.js';
import { signClientKey } from '../support/service-key.js';
import { unwrap, storageClient } from '../support/storage.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';

describe('a process that is told to stop', () => {
  let product: EmailFixture;
  let api: ProductProcess;
  let worker: ProductProcess;
  let storage: ProductProcess;
  beforeAll(async () => {
    product = await startEmailFixture();
    [api, worker, storage] = await Promise.all([
      startProductProcess('main', product.settings),
      startProductProcess('worker', product.settings),
      startProductProcess('storage', product.settings),
    ]);
  });
  afterAll(async () => {
    await Promise.all([api?.kill(), worker?.kill(), storage?.kill()]);
    await product?.stop();
  });

  it('listens on loopback only, as long as HOST is not set', async () => {
    for (const { url } of [api, worker, storage])
      await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
  });

  it('serves files only, if it is a storage process', async () => {
    const client = storageClient(storage, await signClientKey('service_role'));
    unwrap(await client.createBucket('of-a-process', { public: true }));
    unwrap(await client.from('of-a-process').upload('note.txt', 'a note'));
    const { publicUrl } = client.from('of-a-process').getPublicUrl('note.txt').data;
    expect(await (await fetch(publicUrl)).text()).toBe('a note');
    expect((await fetch(`${storage.url}/api/auth/v1/settings`)).status).toBe(404);
  });

  it('fails readiness checks of a worker, finishes jobs in progress, and exits, like a storage process', async () => {
    const client = new Agent({ connections: 1 });
    const health = async (path: string) => {
      const { statusCode, headers, body } = await request(worker.url + path, { dispatcher: client });
      await body.dump();
      return { status: statusCode, connection: headers.connection };
    };
    const isReady = { status: 200, connection: 'keep-alive' };
    await eventually(async () => expect(await health('/health/ready')).toEqual(isReady));
    await product.setMailServerControls({ delayMs: 2000 });
    const recipients = Array.from({ length: 8 }, (_, index) => `finished-${index}@example.com`);
    const emailIds = await Promise.all(recipients.map((reader) => product.queueEmail(welcomeEmail(reader))));
    const statuses = async () =>
      new Set((await Promise.all(emailIds.map((id) => product.emailRow(id)))).map(({ status }) => status));
    // Each takes two seconds. On a slow machine, some may have been sent by then.
    await eventually(async () => {
      const seen = await statuses();
      expect(seen).not.toContain('queued');
      expect(seen).toContain('sending');
    });

    for (const process of [worker, storage]) process.signal('SIGTERM');
    await eventually(async () => expect((await health('/health/ready')).status).toBe(503));
    const isClosing = { status: 200, connection: 'close' };
    await eventually(async () => expect(await health('/health/live')).toEqual(isClosing));
    expect(await Promise.all([worker.exited, storage.exited])).toMatchObject([{ code: 0 }, { code: 0 }]);
    await client.destroy();

    expect(await statuses()).toEqual(new Set(['sent']));
    for (const [index, id] of emailIds.entries()) {
      expect(await product.emailAttempts(id)).toHaveLength(1);
      expect(await product.emailsTo(recipients[index]!)).toHaveLength(1);
    }
  });

  // Afterwards, because each story is emailed.
  it('finishes every request of an API, tells clients to close, closes all other connections, and exits', async () => {
    const unused = await Promise.all([
      openSocket(api, 'GET /api/health/live HTTP/1.1\r\nHost: site\r\n\r\n'),
      openSocket(api, ''),
      openSocket(api, 'POST /api/functions/v1/share-story HTTP/1.1\r\nHost: si'),
    ]);
    const load = startLoad(api.url, {
      connections: 20,
      next: (number) =>
        number % 3 === 0 ? storyRequest(number) : { method: 'GET', path: '/api/health/live' },
    });
    await eventually(() => expect(load.results.length).toBeGreaterThan(200));

    api.signal('SIGTERM');
    await eventually(async () => expect((await fetch(`${api.url}/api/health/ready`)).status).toBe(503));
    const notReadyAt = performance.now();
    const [{ code }] = await Promise.all([api.exited, ...unused.map(({ closed }) => closed)]);
    await load.stop();

    expect(code).toBe(0);
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
});

/** Opens a connection, sends this, and waits for the response if it is a complete request. */
async function openSocket({ url }: ProductProcess, text: string): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(text);
  if (text.endsWith('\r\n\r\n')) await once(socket, 'data');
  socket.resume();
  return { closed };
}
