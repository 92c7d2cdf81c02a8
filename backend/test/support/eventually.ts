import { setTimeout as pause } from 'node:timers/promises';

/** Polling starts fast and slows down, to leave the CPU to the code under test. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/** Retries the check until it stops throwing and returns its result. Rethrows the last error after the deadline. */
export async function eventually<T>(check: () => T | Promise<T>, deadlineMs = 30_000): Promise<T> {
  const until = Date.now() + deadlineMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(pauseMs);
    }
  }
}
