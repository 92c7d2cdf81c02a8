import { connect } from 'node:net';

/** Sends `request` and resolves with the response text once it matches `complete`. Rejects after 5 s of silence. */
export function tcpRequest(port, request, complete = /\n/) {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => request && socket.write(request));
    socket.setTimeout(5_000, () =>
      socket.destroy(new Error(`incomplete response from port ${port}: ${JSON.stringify(text)}`)),
    );
    socket.on('data', (bytes) => {
      text += bytes.toString('utf8');
      if (!complete.test(text)) return;
      socket.destroy();
      resolve(text);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`port ${port} closed the connection`)));
  });
}
