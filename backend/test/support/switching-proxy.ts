import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SwitchingProxy {
  port: number;
  /** Sends new connections to this server. Open ones keep theirs, as after a change of DNS. */
  switchTo(target: string): void;
  close(): void;
}

/** A TCP proxy to the server at this address: the address that stays the same in a failover. */
export async function startSwitchingProxy(target: string): Promise<SwitchingProxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    switchTo(next) {
      ({ hostname, port } = new URL(next));
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
