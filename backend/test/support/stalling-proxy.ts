import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface StallingProxy {
  port: number;
  /** Drops all further bytes without closing connections, like a frozen server. */
  stall(): void;
  close(): void;
}

/** A TCP proxy to the server at this address. */
export async function startStallingProxy(target: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let stalled = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (bytes) => stalled || far.write(bytes));
    far.on('data', (bytes) => stalled || near.write(bytes));
    near.on('end', () => stalled || far.end());
    far.on('end', () => stalled || near.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      stalled = true;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The same URL, through the proxy. */
export function urlThrough({ port }: Pick<StallingProxy, 'port'>, target: string): string {
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
