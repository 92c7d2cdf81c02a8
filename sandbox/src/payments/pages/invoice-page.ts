import { findDefaultPayment } from '../billing/invoices.ts';
import { resourceMissing } from '../http/api-error.ts';
import { formatAmount } from '../resources/amounts.ts';
import { textPdf } from './text-pdf.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice } from '../state/wire.ts';

/** Data for the hosted invoice page. */
export interface InvoiceForPage {
  number: string;
  status: string;
  currency: string;
  total: number;
  amountDue: number;
  billedTo: string;
  createdAt: string;
  lines: { description: string; amount: number }[];
  /** Client secret of the payment; null if nothing is due. */
  clientSecret: string | null;
  publishableKey: string;
}

export function invoiceForPage(sandbox: Sandbox, id: string, secret: unknown): InvoiceForPage {
  const invoice = findInvoice(sandbox, id, secret);
  if (!invoice) throw resourceMissing('invoice', id);
  return {
    number: invoice.number ?? '',
    status: invoice.status ?? '',
    currency: invoice.currency,
    total: invoice.total,
    amountDue: invoice.status === 'open' ? invoice.amount_remaining : 0,
    billedTo: invoice.customer_email ?? invoice.customer_name ?? '',
    createdAt: new Date(invoice.created * 1000).toISOString(),
    lines: invoice.lines.data.map(({ description, amount }) => ({ description: description ?? '', amount })),
    clientSecret:
      invoice.status === 'open' ? (findDefaultPayment(sandbox, invoice)?.intent.client_secret ?? null) : null,
    publishableKey: sandbox.keys.publishableKey,
  };
}

export function invoicePdf(
  sandbox: Sandbox,
  id: string,
  secret: unknown,
): { name: string; content: Buffer } | undefined {
  const invoice = findInvoice(sandbox, id, secret);
  if (!invoice) return undefined;
  const money = (amount: number): string => formatAmount(amount, invoice.currency);
  const content = textPdf([
    'Invoice (test mode, no real money)',
    '',
    `Number: ${invoice.number ?? ''}`,
    `Date: ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}`,
    `Billed to: ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`,
    '',
    ...invoice.lines.data.map(({ description, amount }) => `${description ?? ''}   ${money(amount)}`),
    '',
    `Total: ${money(invoice.total)}`,
    `Paid: ${money(invoice.amount_paid)}`,
    `Status: ${invoice.status ?? ''}`,
  ]);
  return { name: `Invoice-${invoice.number ?? invoice.id}.pdf`, content };
}

/** The secret in the URL of the page is the only authorization. */
function findInvoice({ store }: Sandbox, id: string, secret: unknown): Invoice | undefined {
  const invoice = store.get('invoice', id);
  const url = invoice?.hosted_invoice_url;
  return url && new URL(url).searchParams.get('secret') === secret ? invoice : undefined;
}
