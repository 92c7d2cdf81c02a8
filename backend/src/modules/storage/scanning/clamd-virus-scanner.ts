import { createConnection, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { VirusScanner } from './virus-scanner.port.js';

/** Without progress. */
const TIMEOUT_MS = 60_000;
/** Of a chunk, as clamd's own client uses it. */
const MAX_CHUNK_BYTES = 128 * 1024;
const FOUND = /^stream: (.+) FOUND$/;

/** ClamAV's daemon, over its `INSTREAM` command. Its `StreamMaxLength` has to be at least the largest allowed file. */
export class ClamdVirusScanner extends VirusScanner {
  /** @param url `tcp://host:port` or `unix:///path` */
  constructor(private readonly url: string) {
    super();
  }

  override async scan(bytes: AsyncIterable<Uint8Array>): Promise<string | undefined> {
    const socket = createConnection(toConnectOptions(this.url));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('clamd did not respond in time.')));
    const sent = pipeline(inCommand(bytes), socket, { end: false });
    const response = readResponse(socket);
    // If the file is too large, clamd responds early and stops reading.
    const work = Promise.race([response, sent.then(() => response)]);
    const result = await work.finally(() => socket.destroy());
    if (result === 'stream: OK') return undefined;
    const found = FOUND.exec(result)?.[1];
    if (found) return found;
    throw new Error(`clamd responded: ${result.slice(0, 200) || 'nothing'}`);
  }
}

function toConnectOptions(url: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(url);
  return protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port || 3310) };
}

async function readResponse(socket: Socket): Promise<string> {
  return (await text(socket)).replace(/\0$/, '').trim();
}

/** Each chunk after its length; an empty one ends the file. */
async function* inCommand(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const part of bytes) {
    for (let start = 0; start < part.length; start += MAX_CHUNK_BYTES) {
      const chunk = part.subarray(start, start + MAX_CHUNK_BYTES);
      yield encodeLength(chunk);
      yield chunk;
    }
  }
  yield encodeLength(Buffer.alloc(0));
}

function encodeLength(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
