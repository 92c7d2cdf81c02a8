/** Seconds to wait after each attempt that the mail server deferred: seven attempts within seven and a quarter hours. */
export const RETRY_DELAYS_SECONDS = [5, 30, 120, 600, 3600, 21_600] as const;

/** Seconds until the next attempt, or undefined when the one that just failed was the last. `attempts` counts it. */
export function retryDelaySeconds(attempts: number): number | undefined {
  return RETRY_DELAYS_SECONDS[Math.max(1, attempts) - 1];
}
