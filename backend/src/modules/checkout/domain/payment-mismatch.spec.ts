import { findHostedMismatch, findMismatch } from './payment-mismatch.js';

const checkout = { id: 'c1', plan: 'team', interval: 'month', amountCents: 4900 } as const;
const metadata = { checkout_id: 'c1', plan: 'team', interval: 'month' };

describe('a paid intent', () => {
  const paid = { receivedCents: 4900, refundedCents: 0, currency: 'usd', metadata };

  it('matches its checkout', () => expect(findMismatch(checkout, paid)).toBeUndefined());

  it.each([
    ['amount', { receivedCents: 4899 }, '$48.99 paid, $49 due'],
    ['currency', { currency: 'eur' }, '€49 paid, $49 due'],
    ['metadata', { metadata: { ...metadata, checkout_id: 'c2' } }, 'Paid for a different order'],
    ['metadata', { metadata: { checkout_id: 'c1' } }, 'Paid for an unknown plan, ordered Team monthly'],
    [
      'metadata',
      { metadata: { ...metadata, interval: 'year' } },
      'Paid for Team yearly, ordered Team monthly',
    ],
    ['refunded', { refundedCents: 100 }, '$1 already refunded'],
    ['currency', { receivedCents: 7350, currency: 'jpy' }, '¥7,350 paid, $49 due'],
  ])('is a mismatch by %s: %j', (cause, change, details) => {
    expect(findMismatch(checkout, { ...paid, ...change })).toEqual({
      cause,
      details: expect.stringContaining(details),
    });
  });
});

describe('a paid hosted checkout', () => {
  const paid = { amountCents: 4900, currency: 'usd', metadata };
  const purchased = { planPrice: { plan: 'team', interval: 'month' }, refundedCents: 0 } as const;

  it('matches its checkout, even if the price is not one of ours', () => {
    expect(findHostedMismatch(checkout, paid, purchased)).toBeUndefined();
    expect(findHostedMismatch(checkout, paid, { ...purchased, planPrice: null })).toBeUndefined();
  });

  it('is a mismatch by subscription, metadata, amount, currency or refund', () => {
    const growth = { ...purchased, planPrice: { plan: 'growth', interval: 'month' } } as const;
    expect(findHostedMismatch(checkout, paid, undefined)?.cause).toBe('subscription');
    expect(findHostedMismatch(checkout, paid, growth)?.cause).toBe('metadata');
    expect(findHostedMismatch(checkout, { ...paid, metadata: {} }, purchased)?.cause).toBe('metadata');
    expect(findHostedMismatch(checkout, { ...paid, amountCents: null }, purchased)?.cause).toBe('amount');
    expect(findHostedMismatch(checkout, { ...paid, currency: 'eur' }, purchased)?.cause).toBe('currency');
    expect(findHostedMismatch(checkout, paid, { ...purchased, refundedCents: 1 })?.cause).toBe('refunded');
  });
});
