/** Delays after each deferred attempt: seven attempts in about seven and a quarter hours. */
export const RETRY_DELAYS_SECONDS = [5, 30, 120, 600, 3600, 21_600] as const;

/** Delay before the next attempt, or undefined after the last one. `attempts` includes the one that just failed. */
export function retryDelaySeconds(attempts: number): number | undefined {
  return RETRY_DELAYS_SECONDS[Math.max(1, attempts) - 1];
}
