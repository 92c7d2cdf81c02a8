import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

const require = createRequire(import.meta.url);

/** Of each part: the file that is written, and those it was before. */
const LIMITS = { size: '10M', rotated: 4 };
const TAIL_CHARACTERS = 16_384;
/** How long output is awaited of a part that has ended: what it started may still hold its end of the pipe. */
const DRAIN_MS = 1000;

/**
 * Appends what a part writes to `file`, and rotates it by size while the part runs (`file.1` is the newest of the earlier ones).
 * Gives `lastLines()`, the end of what was written, and `ended()`, which resolves when all of it is in the file.
 */
export function writeLog(file, outputs, limits = LIMITS) {
  mkdirSync(dirname(file), { recursive: true });
  // Loaded here, not above: this module is read before packages are installed.
  const { createStream } = require('rotating-file-stream');
  const log = createStream(basename(file), {
    path: dirname(file),
    size: limits.size,
    rotate: limits.rotated,
  });
  let tail = '';
  for (const output of outputs) {
    output.on('data', (bytes) => (tail = (tail + bytes).slice(-TAIL_CHARACTERS)));
    output.pipe(log, { end: false });
  }
  const closed = Promise.all(
    outputs.map((output) => new Promise((resolve) => output.once('close', resolve))),
  );
  // A full disk costs lines, never the part: an output that no one reads would bring it to a halt.
  log.on('error', () => {
    for (const output of outputs) output.unpipe(log).resume();
  });
  return {
    lastLines: (count = 15) => tail.trimEnd().split('\n').slice(-count).join('\n'),
    async ended() {
      await Promise.race([closed, pause(DRAIN_MS)]);
      for (const output of outputs) output.destroy();
      await finished(log.end()).catch(() => undefined);
    },
  };
}
