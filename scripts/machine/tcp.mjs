import { connect } from 'node:net';

/** Sends `request` and answers what comes back, as text, once it matches `enough`. Rejects when that takes over 5 s. */
export function ask(port, request, enough = /\n/) {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => request && socket.write(request));
    socket.setTimeout(5_000, () =>
      socket.destroy(new Error(`port ${port} answered ${JSON.stringify(said)} and no more`)),
    );
    socket.on('data', (bytes) => {
      said += bytes.toString('utf8');
      if (!enough.test(said)) return;
      socket.destroy();
      resolve(said);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`port ${port} closed the connection`)));
  });
}
