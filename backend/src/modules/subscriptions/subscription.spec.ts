import { periodEnd } from './subscription.js';

describe('the end of a period', () => {
  it.each([
    ['2026-11-20T22:53:07.123Z', 'month', '2026-12-20T22:53:07.123Z'],
    ['2026-12-31T10:00:00.000Z', 'month', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T10:00:00.000Z', 'month', '2027-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 'month', '2028-02-29T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 'year', '2029-02-28T10:00:00.000Z'],
    ['2026-11-20T23:59:59.000Z', 'year', '2027-11-20T23:59:59.000Z'],
  ] as const)('that starts at %s and lasts one %s is %s', (start, interval, end) => {
    expect(periodEnd(new Date(start), interval).toISOString()).toBe(end);
  });
});
