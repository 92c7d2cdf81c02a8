import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from '../../src/platform/deadline.js';

/** Polling starts fast and slows down, to leave the CPU to the code under test. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/**
 * Retries the check until it stops throwing and returns its result. The limit, which is also that of one check, only ends a wait that
 * would never end: it is never what a test is about. The error then says what was awaited (by default the code of the check), and why the
 * last check failed.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  limitMs = 60_000,
  awaited = check.toString(),
): Promise<T> {
  const startedAt = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await withDeadline((async () => check())(), limitMs);
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (waitedMs > limitMs) {
        const last = error instanceof Error ? error.message : String(error);
        const waited = `Gave up after ${Math.round(waitedMs / 1000)} s. Awaited: ${awaited}`;
        throw new Error(`${waited}\n\nLast seen: ${last}`, { cause: error });
      }
      await pause(pauseMs);
    }
  }
}
