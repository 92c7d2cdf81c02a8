import type { StaffPayment } from '@subscription-site/shared/contracts';
import { hasDecimalComma, isRefundable, parseCents } from './refundable';

const payment = { paymentId: 'pi_1', status: 'paid', amountPaidCents: 4900, refundedCents: 1000 };

describe('the amount of a refund', () => {
  it.each([
    ['39', 3900],
    ['$1,039.5', 103_950],
    ['12.50', 1250],
    ['$١٢٫٥', 1250],
    ['0', 0],
    ['', undefined],
    ['1e1', undefined],
    ['-5', undefined],
    ['12,5', undefined],
    ['1.005', undefined],
  ])('typed as "%s" is %j cents', (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each([
    ['12,5', true],
    ['١٢,٥', true],
    ['1,039', false],
    ['12.50', false],
  ])('typed as "%s" has a decimal comma: %s', (text, expected) =>
    expect(hasDecimalComma(text)).toBe(expected),
  );
});

describe('a payment', () => {
  it.each([
    ['paid in part back', {}, true],
    ['refunded in full', { refundedCents: 4900 }, false],
    ['not paid', { status: 'open', amountPaidCents: 0, refundedCents: 0 }, false],
    ['without a payment at the provider', { paymentId: null }, false],
    ['whose dispute needs a response', { disputeStatus: 'needs_response' }, false],
    ['whose dispute is under review', { disputeStatus: 'under_review' }, false],
    ['whose dispute was lost', { disputeStatus: 'lost' }, false],
    ['whose dispute was won', { disputeStatus: 'won' }, true],
  ])('%s can be refunded: %s', (_, overrides, expected) =>
    expect(isRefundable({ disputeStatus: null, ...payment, ...overrides } as StaffPayment)).toBe(expected),
  );
});
