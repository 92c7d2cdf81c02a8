import { setTimeout as pause } from 'node:timers/promises';

/** Waits until the check no longer throws and gives its result; after the deadline its last error is thrown. */
export async function eventually<T>(check: () => T | Promise<T>, deadlineMs = 30_000): Promise<T> {
  const until = Date.now() + deadlineMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(20);
    }
  }
}
