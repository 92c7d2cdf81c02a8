import { createServer, type AddressInfo, type Server } from 'node:net';

export interface ListenAddress {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Name of the server in error messages. */
  name: string;
  /** The environment variable that changes the port. */
  setting: string;
}

/**
 * Starts listening and resolves with the bound port. On 127.0.0.1 it also listens on ::1, because `localhost` can resolve to
 * either. Rejects with an error that names the setting to change.
 */
export function listen(server: Server, address: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(new Error(explain(error, address)));
    server.once('error', fail);
    server.listen(address.port, address.host, () => {
      server.off('error', fail);
      const { port } = server.address() as AddressInfo;
      if (address.host !== '127.0.0.1') return resolve(port);
      void listenOnIpv6(server, port).then(() => resolve(port));
    });
  });
}

/** Best effort: without IPv6, or with the port in use there, only IPv4 is served. */
function listenOnIpv6(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    const ipv6Server = createServer((socket) => server.emit('connection', socket));
    ipv6Server.once('error', () => resolve());
    ipv6Server.listen(port, '::1', resolve);
    server.once('close', () => ipv6Server.close());
  });
}

function explain(error: NodeJS.ErrnoException, { host, port, name, setting }: ListenAddress): string {
  if (error.code === 'EADDRINUSE') {
    return `Can't start the ${name}: port ${port} is already in use. Stop the other program or set ${setting} to a free port.`;
  }
  if (error.code === 'EACCES') {
    return `Can't start the ${name}: no permission to use port ${port}. Set ${setting} to a port above 1023.`;
  }
  return `Can't start the ${name} on ${host}:${port}: ${error.message}.`;
}
