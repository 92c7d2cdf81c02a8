import { RETRY_DELAYS_SECONDS, retryDelaySeconds } from './retry-schedule.js';

describe('email retry schedule', () => {
  it('waits longer after each attempt, then gives up', () => {
    const delays = [1, 2, 3, 4, 5, 6].map(retryDelaySeconds);
    expect(delays).toEqual([...RETRY_DELAYS_SECONDS]);
    expect(delays).toEqual(delays.toSorted((a, b) => a! - b!));
    expect(retryDelaySeconds(7)).toBeUndefined();
    expect(retryDelaySeconds(100)).toBeUndefined();
  });

  it('starts within seconds and outlasts hours of mail server downtime', () => {
    expect(retryDelaySeconds(1)).toBeLessThanOrEqual(10);
    const total = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThan(6 * 3600);
  });
});
