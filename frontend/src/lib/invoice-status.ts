import type { InvoiceItem } from '@subscription-site/shared/contracts';

type InvoiceAmounts = Pick<InvoiceItem, 'status' | 'amountDueCents' | 'amountPaidCents'>;
type InvoiceState = Pick<InvoiceItem, 'status' | 'amountPaidCents' | 'refundedCents' | 'disputeStatus'> &
  Partial<Pick<InvoiceItem, 'payable' | 'planChange'>>;

/** The label for an invoice's status at the payment provider, for customers and staff. */
export function invoiceStatus(invoice: InvoiceState): {
  label: string;
  tone: 'plain' | 'success' | 'danger';
} {
  const { status, refundedCents, amountPaidCents, disputeStatus } = invoice;
  if (disputeStatus === 'lost') return { label: 'Reversed', tone: 'plain' };
  if (disputeStatus === 'needs_response' || disputeStatus === 'under_review')
    return { label: 'Disputed', tone: 'danger' };
  if (refundedCents > 0)
    return { label: refundedCents < amountPaidCents ? 'Partially refunded' : 'Refunded', tone: 'plain' };
  switch (status) {
    case 'paid':
      return { label: 'Paid', tone: 'success' };
    case 'open':
      if (invoice.planChange) return { label: 'Unconfirmed', tone: 'plain' };
      return { label: 'Open', tone: invoice.payable ? 'danger' : 'plain' };
    case 'uncollectible':
      return { label: 'Unpaid', tone: 'plain' };
    case 'void':
      return { label: 'Canceled', tone: 'plain' };
    default:
      return { label: 'Draft', tone: 'plain' };
  }
}

/** What was paid, or was due if it was not paid. */
export function invoiceCents({ status, amountDueCents, amountPaidCents }: InvoiceAmounts): number {
  return status === 'paid' ? amountPaidCents : amountDueCents;
}
