import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const CLOSED_WITHIN_MS = 15_000;
const LARGE = 'GET /api/openapi.json HTTP/1.1\r\nHost: site\r\n\r\n';
const BODY_BYTES = 60_000;
const post = (bytes: number): string =>
  `POST /api/functions/v1/share-story HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

describe('a slow client connection', () => {
  let product: TestProduct;
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const repeat = (milliseconds: number, act: () => void): void => {
    timers.push(setInterval(act, milliseconds));
  };
  const openConnections = () =>
    new Promise<number>((resolve) =>
      (product.api.getHttpServer() as Server).getConnections((_, count) => resolve(count)),
    );

  beforeEach(async () => (product = await startTestProduct()));
  afterEach(async () => {
    timers.forEach(clearInterval);
    for (const socket of sockets) socket.destroy();
    await product?.stop();
  });

  it('is closed within 15 seconds when it stalls on purpose', async () => {
    const served: Socket[] = [];
    (product.api.getHttpServer() as Server).on('connection', (socket: Socket) => served.push(socket));
    await open('');
    const headers = await open('GET /pricing HTTP/1.1\r\nHost: site\r\nX-Slow: ');
    repeat(500, () => headers.write('x'));
    const body = await open(post(BODY_BYTES) + '{');
    repeat(500, () => body.write(' '));
    const unread = await open(LARGE.repeat(100));
    unread.pause();
    const trickling = await open(LARGE.repeat(100));
    repeat(500, () => trickling.read(10));
    expect(await openConnections()).toBe(5);
    // A client can stall a response only once the server has filled the buffers in between.
    const stalled = new Set<Socket>();
    await eventually(() => {
      for (const socket of served) if (socket.writableLength > 0) stalled.add(socket);
      expect(stalled.size).toBe(2);
    });
    const stalledAt = performance.now();

    await eventually(async () => expect(await openConnections()).toBe(0), CLOSED_WITHIN_MS);
    expect(performance.now() - stalledAt).toBeLessThan(CLOSED_WITHIN_MS);
  });

  it('is served to the end when only bandwidth is low', async () => {
    const story = {
      name: 'Ada Lovelace',
      company: 'Analytical Engines',
      email: 'ada@example.com',
      story: 'We found four subscriptions that no one used.',
      consent: true,
    };
    const json = JSON.stringify(story).padEnd(BODY_BYTES);
    const body = await open(post(BODY_BYTES));
    const sent = once(body, 'data');
    let at = 0;
    repeat(500, () => body.write(json.slice(at, (at += 2000))));

    const reader = await open(LARGE.repeat(100));
    let read = 0;
    repeat(250, () => (read += (reader.read() as Buffer | null)?.length ?? 0));

    expect(String((await sent)[0])).toMatch(/^HTTP\/1.1 202 /);
    expect(at).toBe(BODY_BYTES);
    expect(reader.closed).toBe(false);
    expect(read).toBeGreaterThan(1_000_000);
  });
});
