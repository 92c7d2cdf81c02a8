import { invoiceCents, invoiceStatus } from './invoice-status';

const PAID = {
  status: 'paid',
  amountDueCents: 4900,
  amountPaidCents: 4900,
  refundedCents: 0,
  disputeStatus: null,
} as const;
const UNPAID = { ...PAID, amountPaidCents: 0 };

describe('the status of an invoice', () => {
  it.each([
    ['Paid', PAID],
    ['Refunded', { ...PAID, refundedCents: 4900 }],
    ['Partially refunded', { ...PAID, refundedCents: 1000 }],
    ['Disputed', { ...PAID, disputeStatus: 'needs_response' }],
    ['Disputed', { ...PAID, disputeStatus: 'under_review' }],
    ['Reversed', { ...PAID, disputeStatus: 'lost' }],
    ['Paid', { ...PAID, disputeStatus: 'won' }],
    ['Paid', { ...PAID, disputeStatus: 'warning_closed' }],
    ['Open', { ...UNPAID, status: 'open' }],
    ['Unconfirmed', { ...UNPAID, status: 'open', planChange: { plan: 'growth', interval: 'year' } }],
    ['Unpaid', { ...UNPAID, status: 'uncollectible' }],
    ['Canceled', { ...UNPAID, status: 'void' }],
    ['Draft', { ...UNPAID, status: 'draft' }],
  ] as [string, Parameters<typeof invoiceStatus>[0]][])('is "%s" for %j', (label, invoice) =>
    expect(invoiceStatus(invoice).label).toBe(label),
  );

  it('is shown with the amount paid, or with the amount due if it is not paid', () => {
    expect(invoiceCents({ ...PAID, amountPaidCents: 4000 })).toBe(4000);
    expect(invoiceCents({ ...UNPAID, status: 'void', amountDueCents: 93_961 })).toBe(93_961);
  });
});
