import { RETRY_DELAYS_SECONDS, retryDelaySeconds } from './retry-schedule.js';

describe('the retry schedule of emails', () => {
  it('waits longer after every attempt, and ends', () => {
    const delays = [1, 2, 3, 4, 5, 6].map(retryDelaySeconds);
    expect(delays).toEqual([...RETRY_DELAYS_SECONDS]);
    expect(delays).toEqual(delays.toSorted((a, b) => a! - b!));
    expect(retryDelaySeconds(7)).toBeUndefined();
    expect(retryDelaySeconds(100)).toBeUndefined();
  });

  it('tries again within seconds first, and gives a mail server hours to come back', () => {
    expect(retryDelaySeconds(1)).toBeLessThanOrEqual(10);
    const total = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThan(6 * 3600);
  });
});
