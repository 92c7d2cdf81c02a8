import type { InvoiceItem } from '@subscription-site/shared/contracts';
import { invoiceCents } from '../../../../lib/invoice-status';
import { Amount } from '../../../../ui/data-display/amount';

/** The amount that was paid or is due, struck through if it was never charged. */
export function InvoiceAmount({ invoice }: { invoice: InvoiceItem }) {
  const amount = <Amount cents={invoiceCents(invoice)} currency={invoice.currency} />;
  return invoice.status === 'void' ? <s className="font-normal text-ink-soft">{amount}</s> : amount;
}
