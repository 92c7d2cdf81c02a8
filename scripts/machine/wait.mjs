import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from './refusal.mjs';

/**
 * Waits until `condition` answers something truthy and returns it. A throwing condition counts as "not yet".
 * `unless` may return an error that ends the wait early, such as "the process we wait for has exited".
 */
export async function until(condition, { what, timeoutMs = 30_000, everyMs = 50, unless = () => undefined }) {
  const deadline = Date.now() + timeoutMs;
  let last;
  for (;;) {
    try {
      const answer = await condition();
      if (answer) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    const hopeless = unless();
    if (hopeless) throw hopeless;
    if (Date.now() > deadline) {
      const why = last ? ` (${last.message})` : '';
      throw new Refusal(`Waited ${Math.round(timeoutMs / 1000)} s in vain for ${what}${why}.`);
    }
    await pause(everyMs);
  }
}

/** True when an HTTP GET of the address answers with a status below 500, or exactly `status` when given. */
export async function answers(url, status) {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
  await response.body?.cancel();
  return status ? response.status === status : response.status < 500;
}
