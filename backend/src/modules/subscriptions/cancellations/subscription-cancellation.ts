/** After an outage of this length, staff take over. */
const MAX_OUTAGE_SECONDS = 3 * 86_400;
/** After this many rejections by the provider, staff take over. */
const MAX_REJECTED_ATTEMPTS = 5;

/** Whether to stop retrying. `rejected`: the provider responded with an error, instead of not responding. */
export function isPermanentFailure(failure: {
  rejected: boolean;
  attempt: number;
  sinceSeconds: number;
}): boolean {
  const { rejected, attempt, sinceSeconds } = failure;
  return rejected ? attempt >= MAX_REJECTED_ATTEMPTS : sinceSeconds >= MAX_OUTAGE_SECONDS;
}
