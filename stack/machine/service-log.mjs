import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

const require = createRequire(import.meta.url);

/** Size of a log file, and number of rotated files per service. */
const LIMITS = { size: '10M', rotated: 4 };
const TAIL_CHARACTERS = 16_384;
/** How long to wait for output after a service has exited: its child processes may keep the pipe open. */
const DRAIN_MS = 1000;

/**
 * Appends a service's output to `file`, rotating it by size (`file.1` is the most recent rotated file). Returns `lastLines()`, the end
 * of the output, and `ended()`, which resolves once all of it is in the file.
 */
export function writeLog(file, outputs, limits = LIMITS) {
  mkdirSync(dirname(file), { recursive: true });
  // Loaded lazily: this module is imported before packages are installed.
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
  // A full disk loses log lines but must not block the service, so its output is still drained.
  log.on('error', () => {
    for (const output of outputs) output.unpipe(log).resume();
  });
  return {
    lastLines: (count = 15) => tail.trimEnd().split('\n').slice(-count).join('\n'),
    async ended() {
      await Promise.race([closed, delay(DRAIN_MS)]);
      for (const output of outputs) output.destroy();
      await finished(log.end()).catch(() => undefined);
    },
  };
}
