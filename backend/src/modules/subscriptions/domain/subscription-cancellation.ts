/** What became of what a deleted account had bought. */
export interface SubscriptionCancellation {
  userId: string;
  /** `due` is being ended, with retries; `failed` waits for support. */
  status: 'due' | 'ended' | 'failed';
  deletedAt: Date;
  finishedAt: Date | null;
  lastError: string | null;
}

/** A provider that does not answer for this long is no longer waited for in silence. */
const PATIENCE_SECONDS = 3 * 86_400;
/** Tries after which a provider that says no is believed. */
const MAX_REJECTED_ATTEMPTS = 5;

/** Whether one more try at ending plans is left to staff. `refused` when the provider said no rather than nothing. */
export function isPermanentFailure(tries: {
  refused: boolean;
  attempt: number;
  sinceSeconds: number;
}): boolean {
  const { refused: rejected, attempt, sinceSeconds } = tries;
  return rejected ? attempt >= MAX_REJECTED_ATTEMPTS : sinceSeconds >= PATIENCE_SECONDS;
}
