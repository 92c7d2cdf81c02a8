import type { InvoiceItem } from '@subscription-site/shared/contracts';
import { invoiceAmount } from '../../../../lib/invoice-status';

/** The amount that was paid or is due, struck through if it was never charged. */
export function InvoiceAmount({ invoice }: { invoice: InvoiceItem }) {
  const amount = invoiceAmount(invoice);
  return invoice.status === 'void' ? <s className="font-normal text-ink-soft">{amount}</s> : amount;
}
