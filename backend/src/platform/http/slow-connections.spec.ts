import express from 'express';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { HttpServer } from './http-server.js';
import { parseBodies } from './request-bodies.js';

const REQUEST_SECONDS = 300;
/** More than Node reads ahead. */
const BODY = Buffer.alloc(200_000, 'x');
/** More than the kernel's buffers of a connection. */
const LARGE = Buffer.alloc(64 * 1024 ** 2);
/** Eight kilobytes within eight seconds. */
const MIN_BYTES_PER_SECOND = 1024;

describe('a connection', () => {
  let server: Server;
  let passSecond!: () => void;
  const clients: Socket[] = [];
  /** The server's side of each connection, by the client's port. */
  const served = new Map<number, Socket>();
  beforeAll(async () => {
    const app = express();
    app.get('/large', (_request, response) => void response.end(LARGE));
    app.post('/read', (request, response) => {
      request.resume().once('end', () => response.sendStatus(202));
    });
    app.use(parseBodies({ raw: [], forms: [], isFile: ({ path }) => path === '/files' }));
    // Reads nothing, as if the disk were slow: a client is not to blame for that.
    app.use((request) => void server.emit('waiting', request));
    server = createServer(app);
    const { setInterval } = globalThis;
    globalThis.setInterval = ((check: () => void) => {
      passSecond = check;
      return setInterval(() => undefined, 1000);
    }) as typeof setInterval;
    try {
      new HttpServer().attach(server);
    } finally {
      globalThis.setInterval = setInterval;
    }
    server.on('connection', (socket: Socket) => served.set(socket.remotePort!, socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    server.close();
  });

  const open = async (text: string): Promise<Socket> => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client.on('error', () => undefined));
    await once(client, 'connect');
    client.write(text);
    return client;
  };
  const post = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n`;
  /** The server's side, once it exists. */
  const serverSide = async ({ localPort }: Socket): Promise<Socket> => {
    await until(() => served.has(localPort!));
    return served.get(localPort!)!;
  };
  /** An upload that the server has read ahead as far as it does. */
  const upload = async (path: string): Promise<IncomingMessage> => {
    const waiting = once(server, 'waiting') as Promise<[IncomingMessage]>;
    const client = await open(post(path, BODY.length));
    client.write(BODY);
    const [request] = await waiting;
    await until(() => request.readableLength >= request.readableHighWaterMark);
    return request;
  };

  it('is closed if it stalls on purpose, and served to the end if only its bandwidth is low', async () => {
    const get = 'GET /large HTTP/1.1\r\nHost: site\r\n\r\n';
    const seconds = 20;
    const [unread, trickling, slowReader] = [await open(get), await open(get), await open(get)];
    for (const client of [unread, trickling, slowReader]) client.pause();
    const bytes = MIN_BYTES_PER_SECOND * seconds;
    const [stalling, slowBody] = [await open(post('/read', bytes)), await open(post('/read', bytes))];
    const response = once(slowBody, 'data');
    const stalled = await Promise.all([unread, trickling, stalling].map(serverSide));
    const [reader, body] = [await serverSide(slowReader), await serverSide(slowBody)];
    const sent = () => reader.bytesWritten - reader.writableLength - unsent(reader);
    for (let second = 0; second < seconds; second++) {
      trickling.read(10);
      stalling.write('x'.repeat(MIN_BYTES_PER_SECOND - 1));
      const received = body.bytesRead + MIN_BYTES_PER_SECOND;
      slowBody.write('x'.repeat(MIN_BYTES_PER_SECOND));
      await until(() => body.bytesRead >= received);
      const goal = sent() + MIN_BYTES_PER_SECOND;
      await until(() => {
        slowReader.read();
        return sent() >= goal;
      });
      passSecond();
    }
    await until(() => stalled.every(({ destroyed }) => destroyed));
    expect([reader, body].map(({ destroyed }) => destroyed)).toEqual([false, false]);
    expect(String((await response)[0])).toMatch(/^HTTP\/1.1 202 /);
  });

  it('is closed if headers take more than ten seconds, or never arrive', async () => {
    expect(server.headersTimeout).toBe(10_000);
    server.headersTimeout = 500;
    const late = [await open(''), await open('GET / HTTP/1.1\r\nHost: site\r\nX-Slow: ')];
    await Promise.all(late.map((client) => once(client.resume(), 'close')));
  });

  it('is closed if its request takes more than five minutes, unless that is a file', async () => {
    const [file, other] = [await upload('/files'), await upload('/other')];
    const closed = () =>
      [file.socket, other.socket].map(({ destroyed, writableEnded }) => destroyed || writableEnded);
    for (let second = 0; second < REQUEST_SECONDS; second++) passSecond();
    expect(closed()).toEqual([false, false]);
    passSecond();
    expect(closed()).toEqual([false, true]);
    if (!other.socket.destroyed) await once(other.socket, 'close');
    for (let second = 0; second < 10 * REQUEST_SECONDS; second++) passSecond();
    expect(closed()).toEqual([false, true]);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Bytes of the current chunk that the kernel has not accepted. */
function unsent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } };
  return handle?.writeQueueSize ?? 0;
}
