import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const LARGE = 'GET /api/openapi.json HTTP/1.1\r\nHost: site\r\n\r\n';
const BODY_BYTES = 40_000;
const POST = `POST /api/functions/v1/share-story HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;
const STORY = {
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  email: 'ada@example.com',
  story: 'We found four subscriptions that no one used.',
  consent: true,
};

describe('slow client connections', () => {
  let product: TestProduct;
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  /** The server's side of each connection, by the client's port: a client that doesn't read isn't told that it was closed. */
  const served = new Map<number, Socket>();
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

  beforeAll(async () => {
    product = await startTestProduct();
    const server = product.api.getHttpServer() as Server;
    server.on('connection', (socket: Socket) => served.set(socket.remotePort!, socket));
  });
  afterAll(async () => {
    timers.forEach(clearInterval);
    for (const socket of sockets) socket.destroy();
    await product?.stop();
  });

  it('are closed if they stall on purpose, and served to the end if only their bandwidth is low', async () => {
    const silent = await open('');
    const headers = await open('GET /pricing HTTP/1.1\r\nHost: site\r\nX-Slow: ');
    repeat(500, () => headers.write('x'));
    const body = await open(`${POST}{`);
    repeat(500, () => body.write(' '));
    const unread = await open(LARGE.repeat(100));
    unread.pause();
    const trickling = await open(LARGE.repeat(100));
    repeat(500, () => trickling.read(10));

    const slowBody = await open(POST);
    const response = once(slowBody, 'data');
    const json = JSON.stringify(STORY).padEnd(BODY_BYTES);
    let sent = 0;
    repeat(500, () => slowBody.write(json.slice(sent, (sent += 2000))));
    const slowReader = await open(LARGE.repeat(100));
    let read = 0;
    repeat(250, () => (read += (slowReader.read() as Buffer | null)?.length ?? 0));

    const serverSides = (clients: Socket[]) => clients.map(({ localPort }) => served.get(localPort!)!);
    const stalled = serverSides([silent, headers, body, unread, trickling]);
    await eventually(() => expect(stalled.map(({ destroyed }) => destroyed)).not.toContain(false), 60_000);
    expect(String((await response)[0])).toMatch(/^HTTP\/1.1 202 /);
    expect(sent).toBe(BODY_BYTES);
    expect(serverSides([slowReader]).map(({ destroyed }) => destroyed)).toEqual([false]);
    expect(read).toBeGreaterThan(1_000_000);
  });
});
