import pWaitFor from 'p-wait-for';
import { UserError } from './user-error.mjs';

/**
 * Waits until `condition` returns something truthy and resolves with it; throwing counts as "not yet". `unless` may return an error
 * that ends the wait early, e.g. because the awaited process has exited.
 */
export async function until(condition, { what, timeoutMs = 30_000, everyMs = 50, unless = () => undefined }) {
  let reason = '';
  const attempt = async () => {
    try {
      reason = '';
      const result = await condition();
      if (result) return pWaitFor.resolveWith(result);
    } catch (error) {
      reason = ` (${error.message})`;
    }
    const failure = unless();
    if (failure) throw failure;
    return false;
  };
  const fallback = () => {
    throw new UserError(`Timed out after ${Math.round(timeoutMs / 1000)} s waiting for ${what}${reason}.`);
  };
  return pWaitFor(attempt, { interval: everyMs, timeout: { milliseconds: timeoutMs, fallback } });
}

/** True if an HTTP GET of the URL returns a status below 500, or exactly `status` if specified. */
export async function responds(url, status) {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
  await response.body?.cancel();
  return status ? response.status === status : response.status < 500;
}
