import { createServer, type AddressInfo, type Server } from 'node:net';

export interface ListenAddress {
  host: string;
  /** 0 takes any free port; the answer says which. */
  port: number;
  /** What listens, for the sentence a person reads when the port is taken. */
  name: string;
  /** The environment variable that moves it to another port. */
  setting: string;
}

/**
 * Starts listening and answers the real port; on 127.0.0.1 also on ::1, for `localhost` may be either. Rejects with one sentence that
 * names the setting to change.
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

/** Where a machine has no IPv6, or someone else has the port there, IPv4 has to do. */
function listenOnIpv6(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    const second = createServer((socket) => server.emit('connection', socket));
    second.once('error', () => resolve());
    second.listen(port, '::1', resolve);
    server.once('close', () => second.close());
  });
}

function explain(error: NodeJS.ErrnoException, { host, port, name, setting }: ListenAddress): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is already in use, so the ${name} cannot start: stop the other program, or set ${setting} to a free port.`;
  }
  if (error.code === 'EACCES') {
    return `The ${name} may not listen on port ${port}: set ${setting} to a port above 1023.`;
  }
  return `The ${name} cannot listen on ${host}:${port}: ${error.message}.`;
}
