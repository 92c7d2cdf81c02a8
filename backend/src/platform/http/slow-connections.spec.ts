import express from 'express';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { parseBodies } from './request-bodies.js';
import { closeSlowConnections } from './slow-connections.js';

const REQUEST_SECONDS = 300;
/** More than Node reads ahead. */
const BODY = Buffer.alloc(200_000, 'x');

describe('a body that takes more than five minutes', () => {
  let server: Server;
  let passSecond!: () => void;
  const clients: Socket[] = [];
  beforeAll(async () => {
    const app = express();
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
      closeSlowConnections(server);
    } finally {
      globalThis.setInterval = setInterval;
    }
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    server.close();
  });

  /** The server's side of an upload that it has read ahead as far as it does. */
  const upload = async (path: string): Promise<IncomingMessage> => {
    const waiting = once(server, 'waiting') as Promise<[IncomingMessage]>;
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client.on('error', () => undefined));
    client.write(
      `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n\r\n`,
    );
    client.write(BODY);
    const [request] = await waiting;
    while (request.readableLength < request.readableHighWaterMark)
      await new Promise((resolve) => setImmediate(resolve));
    return request;
  };

  it('is cut off, unless it is a file', async () => {
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
