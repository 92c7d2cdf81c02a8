import { periodEndAfter } from './periods.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const monthly = { interval: 'month', interval_count: 1 };

function next(moment: string, anchor: string, recurrence = monthly): string {
  return new Date(periodEndAfter(seconds(moment), seconds(anchor), recurrence) * 1000).toISOString();
}

describe('the end of a period', () => {
  it('is one month later to the second', () => {
    expect(next('2026-11-20T10:11:12Z', '2026-11-20T10:11:12Z')).toBe('2026-12-20T10:11:12.000Z');
  });

  it('falls on the last day of a shorter month and returns to the 31st afterward', () => {
    expect(next('2027-01-31T08:00:00Z', '2027-01-31T08:00:00Z')).toBe('2027-02-28T08:00:00.000Z');
    expect(next('2027-02-28T08:00:00Z', '2027-01-31T08:00:00Z')).toBe('2027-03-31T08:00:00.000Z');
  });

  it('returns to February 29 in the next leap year', () => {
    const yearly = { interval: 'year', interval_count: 1 };

    expect(next('2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z', yearly)).toBe('2029-02-28T00:00:00.000Z');
    expect(next('2031-02-28T00:00:00Z', '2028-02-29T00:00:00Z', yearly)).toBe('2032-02-29T00:00:00.000Z');
  });

  it('counts weeks and days from the anchor', () => {
    expect(
      next('2026-11-25T00:00:00Z', '2026-11-20T00:00:00Z', { interval: 'week', interval_count: 2 }),
    ).toBe('2026-12-04T00:00:00.000Z');
  });
});
