import type { AddressInfo, Server } from 'node:net';

export interface ListenAddress {
  host: string;
  /** 0 takes any free port; the answer says which. */
  port: number;
  /** What listens, for the sentence a person reads when the port is taken. */
  name: string;
  /** The environment variable that moves it to another port. */
  setting: string;
}

/** Starts listening and answers the real port. Rejects with one sentence that names the setting to change. */
export function listen(server: Server, address: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(new Error(explain(error, address)));
    server.once('error', fail);
    server.listen(address.port, address.host, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
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
