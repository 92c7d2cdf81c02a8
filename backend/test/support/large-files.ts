import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { toEtag } from './storage.js';

const BLOCK = 1024 ** 2;

/** Bytes that differ from block to block, without being held in memory. */
export function* generateBlocks(size: number): Generator<Buffer> {
  for (let start = 0; start < size; start += BLOCK) {
    const block = Buffer.alloc(Math.min(BLOCK, size - start), `block ${start} `);
    yield block;
  }
}

/** Writes a file of this size. Returns its ETag. */
export async function createLargeFile(path: string, size: number): Promise<string> {
  let crc = 0;
  const checked = function* () {
    for (const block of generateBlocks(size)) {
      crc = crc32(block, crc);
      yield block;
    }
  };
  await pipeline(Readable.from(checked()), createWriteStream(path));
  return toEtag(size, crc);
}

/** Watches the resident memory of a process. `stop` returns by how many bytes it was exceeded at most. */
export async function watchMemory(pid: number): Promise<{ stop(): number }> {
  const residentBytes = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  };
  const idle = await residentBytes();
  let most = idle;
  const timer = setInterval(() => void residentBytes().then((bytes) => (most = Math.max(most, bytes))), 50);
  return {
    stop() {
      clearInterval(timer);
      return most - idle;
    },
  };
}
