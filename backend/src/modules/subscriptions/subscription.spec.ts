import { STORED_STATUSES } from '@subscription-site/shared/contracts';
import {
  accessEndsAt,
  decideAccess,
  firstPeriodStart,
  computeGraceUntil,
  computeNextCheckAt,
  periodEnd,
  type AccessTerms,
} from './subscription.js';

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

const currentPeriodEnd = new Date('2027-01-31T10:00:00Z');

describe('the start of the first period', () => {
  const paidAt = new Date('2026-12-26T23:59:58Z');

  it.each([
    ['with its payment', paidAt, '2026-12-27T00:10:00Z', paidAt],
    ['at the activation, if it was paid a day before', paidAt, '2026-12-27T23:59:58Z', undefined],
    ['at the activation, if its payment is unknown', null, '2026-12-27T00:10:00Z', undefined],
  ])('is %s', (_, payment, at, start) => {
    const activatedAt = new Date(at);
    expect(firstPeriodStart(payment, activatedAt)).toEqual(start ?? activatedAt);
  });
});

describe('access', () => {
  const at = (iso: string, terms: Partial<AccessTerms>) =>
    decideAccess({ status: 'active', currentPeriodEnd, ...terms }, new Date(iso));

  it.each([
    ['2027-01-31T09:59:59Z', {}, 'granted'],
    ['2027-02-16T09:59:59Z', {}, 'granted'],
    ['2027-02-16T10:00:00Z', {}, 'unconfirmed'],
    ['2027-01-31T10:00:00Z', { graceUntil: currentPeriodEnd }, 'unconfirmed'],
    ['2027-01-31T09:59:59Z', { graceUntil: currentPeriodEnd }, 'granted'],
    [
      '2027-01-20T10:00:00Z',
      { status: 'past_due', graceUntil: new Date('2027-01-20T09:00:00Z') },
      'unconfirmed',
    ],
    ['2027-01-20T08:00:00Z', { status: 'past_due', graceUntil: new Date('2027-01-20T09:00:00Z') }, 'granted'],
  ] as const)('at %s with %j is %s', (iso, terms, access) => {
    expect(at(iso, terms)).toBe(access);
  });

  it.each(STORED_STATUSES.filter((status) => status !== 'active' && status !== 'past_due'))(
    'is denied while %s, even within the period',
    (status) => {
      expect(at('2027-01-15T10:00:00Z', { status })).toBe('denied');
    },
  );

  it.each(STORED_STATUSES)('is not given forever by the status %s', (status) => {
    for (const graceUntil of [null, currentPeriodEnd])
      expect(at('2029-01-15T10:00:00Z', { status, graceUntil })).not.toBe('granted');
  });
});

describe('the grace period', () => {
  const readAt = new Date('2027-02-10T10:00:00Z');
  const nextAttemptAt = new Date('2027-02-13T10:00:00Z');
  const currentPeriodStart = new Date('2027-01-31T10:00:00Z');
  const base = { currentPeriodStart, currentPeriodEnd, graceUntil: null, nextAttemptAt: null };

  it('lasts until a day after the next attempt, and is not prolonged after the last one', () => {
    const retried = computeGraceUntil({ ...base, status: 'past_due', nextAttemptAt }, readAt);
    expect(retried).toEqual(new Date('2027-02-14T10:00:00Z'));
    const last = computeGraceUntil(
      { ...base, status: 'past_due', graceUntil: retried },
      new Date('2027-02-13T10:00:01Z'),
    );
    expect(last).toEqual(retried);
  });

  it('does not start again with the next period if that is not paid either', () => {
    const graceUntil = new Date('2027-01-17T10:00:00Z');
    const state = { ...base, status: 'past_due', graceUntil, nextAttemptAt } as const;
    expect(computeGraceUntil(state, readAt)).toEqual(graceUntil);
  });

  it('ends once the payment went through', () => {
    const paid = { ...base, status: 'active', currentPeriodEnd: new Date('2027-02-28T10:00:00Z') } as const;
    expect(computeGraceUntil({ ...paid, graceUntil: readAt }, readAt)).toBeNull();
  });

  it('is one day if the provider has not renewed a subscription that is long over', () => {
    const late = new Date('2027-03-31T10:00:00Z');
    expect(computeGraceUntil({ ...base, status: 'active' }, late)).toEqual(new Date('2027-04-01T10:00:00Z'));
  });
});

describe('the end of access while a renewal is unpaid', () => {
  const periodStart = new Date('2027-01-31T10:00:00Z');
  const endsAt = (failureCode: string, nextAttempt: string | null, at: string, grace: string) =>
    accessEndsAt(
      {
        periodStart,
        failureCode,
        nextAttemptAt: nextAttempt ? new Date(nextAttempt) : null,
        graceUntil: new Date(grace),
      },
      new Date(at),
    )?.toISOString();

  it.each([
    ['insufficient_funds', '2027-02-03T11:00:00.000Z', '2027-02-08T11:00:00.000Z'],
    ['lost_card', '2027-02-15T10:00:00.000Z', '2027-02-15T10:00:00.000Z'],
    ['expired_card', '2027-02-15T10:00:00.000Z', '2027-02-15T10:00:00.000Z'],
    ['incorrect_number', '2027-02-15T10:00:00.000Z', '2027-02-15T10:00:00.000Z'],
    ['transaction_not_allowed', '2027-02-15T10:00:00.000Z', '2027-02-15T10:00:00.000Z'],
    ['highest_risk_level', '2027-02-15T10:00:00.000Z', '2027-02-15T10:00:00.000Z'],
  ])('after the decline %s is %s, and a retry later %s', (code, first, second) => {
    expect([
      endsAt(code, '2027-02-03T11:00:00Z', '2027-01-31T11:00:00Z', '2027-02-04T11:00:00Z'),
      endsAt(code, '2027-02-08T11:00:00Z', '2027-02-03T11:00:00Z', '2027-02-09T11:00:00Z'),
    ]).toEqual([first, second]);
  });

  it.each(['insufficient_funds', 'lost_card'])(
    'is that of the grace period after the last retry: %s',
    (code) => {
      expect(endsAt(code, null, '2027-02-15T11:00:00Z', '2027-02-16T11:00:00Z')).toBe(
        '2027-02-16T11:00:00.000Z',
      );
    },
  );

  it.each(['insufficient_funds', 'lost_card'])('is over after the grace period: %s', (code) => {
    expect(
      endsAt(code, '2027-03-03T11:00:00Z', '2027-02-28T11:00:00Z', '2027-02-16T11:00:00Z'),
    ).toBeUndefined();
  });
});

describe('the next check', () => {
  const now = new Date('2027-01-20T10:00:00Z');

  it.each([
    ['active', '2027-01-20T09:00:00Z', '2027-01-20T11:00:00.000Z'],
    ['active', '2027-01-22T10:00:00Z', '2027-01-22T12:00:00.000Z'],
    ['active', '2027-12-20T10:00:00Z', '2027-01-27T10:00:00.000Z'],
    ['active', '2027-01-10T10:00:00Z', '2027-01-21T10:00:00.000Z'],
    ['past_due', '2027-02-20T10:00:00Z', '2027-01-21T10:00:00.000Z'],
    ['paused', '2027-12-20T10:00:00Z', '2027-01-27T10:00:00.000Z'],
    ['canceled', '2027-02-20T10:00:00Z', undefined],
    ['refunded', '2027-02-20T10:00:00Z', undefined],
  ] as const)('of one that is %s until %s is at %s', (status, end, at) => {
    expect(computeNextCheckAt({ status, currentPeriodEnd: new Date(end) }, now)?.toISOString()).toBe(at);
  });

  it('is within the hour while an upgrade waits for its payment', () => {
    const waiting = { status: 'active', currentPeriodEnd: new Date('2027-12-20T10:00:00Z') } as const;
    expect(computeNextCheckAt({ ...waiting, isWaiting: true }, now)).toEqual(
      new Date('2027-01-20T11:00:00Z'),
    );
  });
});
