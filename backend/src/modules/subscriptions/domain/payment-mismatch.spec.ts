import { hostedMismatchOf, mismatchOf } from './payment-mismatch.js';

const checkout = { id: 'c1', plan: 'team', interval: 'month', amountCents: 4900 } as const;
const metadata = { checkout_id: 'c1', plan: 'team', interval: 'month' };

describe('a paid intent', () => {
  const paid = { receivedCents: 4900, refundedCents: 0, currency: 'usd', metadata };

  it('agrees with its checkout', () => expect(mismatchOf(checkout, paid)).toBeUndefined());

  it.each([
    ['amount', { receivedCents: 4899 }, '$48.99 paid, $49 due'],
    ['currency', { currency: 'eur' }, 'Paid in EUR, priced in USD'],
    ['metadata', { metadata: { ...metadata, checkout_id: 'c2' } }, 'Paid for another checkout'],
    ['metadata', { metadata: { checkout_id: 'c1' } }, 'Paid for an unknown plan, ordered Team monthly'],
    [
      'metadata',
      { metadata: { ...metadata, interval: 'year' } },
      'Paid for Team yearly, ordered Team monthly',
    ],
    ['refunded', { refundedCents: 100 }, '$1 already refunded'],
  ])('contradicts it by its %s: %j', (cause, change, details) => {
    expect(mismatchOf(checkout, { ...paid, ...change })).toEqual({
      cause,
      details: expect.stringContaining(details),
    });
  });
});

describe('a paid hosted page', () => {
  const paid = { amountCents: 4900, currency: 'usd', metadata };
  const bought = { offer: { plan: 'team', interval: 'month' }, refundedCents: 0 } as const;

  it('agrees with its checkout, also when its price has no key of ours', () => {
    expect(hostedMismatchOf(checkout, paid, bought)).toBeUndefined();
    expect(hostedMismatchOf(checkout, paid, { ...bought, offer: null })).toBeUndefined();
  });

  it('contradicts it by what it made, cost or was for', () => {
    const growth = { ...bought, offer: { plan: 'growth', interval: 'month' } } as const;
    expect(hostedMismatchOf(checkout, paid, undefined)?.cause).toBe('subscription');
    expect(hostedMismatchOf(checkout, paid, growth)?.cause).toBe('metadata');
    expect(hostedMismatchOf(checkout, { ...paid, metadata: {} }, bought)?.cause).toBe('metadata');
    expect(hostedMismatchOf(checkout, { ...paid, amountCents: null }, bought)?.cause).toBe('amount');
    expect(hostedMismatchOf(checkout, { ...paid, currency: 'eur' }, bought)?.cause).toBe('currency');
    expect(hostedMismatchOf(checkout, paid, { ...bought, refundedCents: 1 })?.cause).toBe('refunded');
  });
});
