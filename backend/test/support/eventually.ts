import { setTimeout as pause } from 'node:timers/promises';

/** Between two looks: soon at first, then seldom enough to leave the processor to those who are waited for. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/** Waits until the check no longer throws and gives its result; after the deadline its last error is thrown. */
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
