import { createServer, type AddressInfo, type Socket } from 'node:net';

/** The standard test file of virus scanners, in two parts: scanners would find it in this file, too. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface TestClamd {
  url: string;
  /** How many files were scanned. */
  scans(): number;
  stop(): Promise<void>;
}

/** Speaks clamd's `INSTREAM` protocol and finds the EICAR test file anywhere in the stream. */
export async function startTestClamd({ maxBytes = 10_000_000 } = {}): Promise<TestClamd> {
  let scans = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    void scan(socket);
  });
  const scan = async (socket: Socket) => {
    const response = await respond(socket, maxBytes);
    scans += 1;
    socket.end(`${response}\0`);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scans: () => scans,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const COMMAND = Buffer.from('zINSTREAM\0');

async function respond(socket: Socket, maxBytes: number): Promise<string> {
  let received = Buffer.alloc(0);
  const file: Buffer[] = [];
  let size = 0;
  for await (const data of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, data]);
    if (file.length === 0 && received.length >= COMMAND.length) {
      if (!received.subarray(0, COMMAND.length).equals(COMMAND)) return 'UNKNOWN COMMAND';
      file.push(Buffer.alloc(0));
      received = received.subarray(COMMAND.length);
    }
    while (file.length > 0 && received.length >= 4 && received.length >= 4 + received.readUInt32BE(0)) {
      const length = received.readUInt32BE(0);
      if (length === 0) return scan(Buffer.concat(file));
      file.push(received.subarray(4, 4 + length));
      received = received.subarray(4 + length);
      size += length;
      if (size > maxBytes) return 'INSTREAM size limit exceeded. ERROR';
    }
  }
  return 'INSTREAM: incomplete. ERROR';
}

function scan(file: Buffer): string {
  return file.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
}
