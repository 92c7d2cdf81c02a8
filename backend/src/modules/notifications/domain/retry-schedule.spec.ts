import { RETRY_DELAYS_SECONDS, retryDelaySeconds } from './retry-schedule.js';

describe('the retry schedule for emails', () => {
  it('waits longer after each attempt, then gives up', () => {
    const delays = [1, 2, 3, 4, 5, 6].map(retryDelaySeconds);
    expect(delays).toEqual([...RETRY_DELAYS_SECONDS]);
    expect(delays).toEqual(delays.toSorted((a, b) => a! - b!));
    expect(retryDelaySeconds(7)).toBeUndefined();
    expect(retryDelaySeconds(100)).toBeUndefined();
  });

  it('first retries within seconds, and allows for hours of mail server downtime', () => {
    expect(retryDelaySeconds(1)).toBeLessThanOrEqual(10);
    const total = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThan(6 * 3600);
  });
});
