import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from './user-error.mjs';

/**
 * Waits until `condition` returns something truthy and resolves with it; throwing counts as "not yet". `unless` may return an error
 * that ends the wait early, e.g. because the awaited process has exited.
 */
export async function until(condition, { what, timeoutMs = 30_000, everyMs = 50, unless }) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let reason = '';
    try {
      const result = await condition();
      if (result) return result;
    } catch (error) {
      reason = ` (${error.message})`;
    }
    const failure = unless?.();
    if (failure) throw failure;
    if (performance.now() > deadline)
      throw new UserError(`Timed out after ${Math.round(timeoutMs / 1000)} s waiting for ${what}${reason}.`);
    await delay(everyMs);
  }
}

/** True if an HTTP GET of the URL returns this status. */
export async function responds(url, status) {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
  await response.body?.cancel();
  return response.status === status;
}
