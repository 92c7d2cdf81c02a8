import type { BillingDetails } from '@subscription-site/shared/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { Invoice } from '../billing/index.js';
import type { Buyer, DocumentContent, DocumentFacts, DocumentKind } from './domain/document-types.js';

/** Undefined if there is no such document: drafts have none, and unpaid invoices have no receipt. */
export function toDocumentFacts(invoice: Invoice, kind: DocumentKind): DocumentFacts | undefined {
  const { lines, totalCents, taxCents, amountDueCents, amountPaidCents, creditNotes, status } = invoice;
  if (!invoice.number || status === 'draft') return undefined;
  const paidAt = (invoice.paidAt ?? invoice.issuedAt).toISOString();
  const payment = status === 'paid' && amountPaidCents > 0 ? { paidAt, amountCents: amountPaidCents } : null;
  if (kind === 'receipt' && !payment) return undefined;
  return {
    lines,
    totalCents: totalCents ?? amountDueCents,
    taxCents,
    amountDueCents,
    creditNotes,
    canceled: status === 'void',
    payment,
  };
}

/** Whether a document still matches the invoice, apart from the buyer. A payment doesn't change an invoice. */
export function isUpToDate(content: DocumentContent, facts: DocumentFacts): boolean {
  return Object.entries(facts).every(
    ([name, value]) => name === 'payment' || isDeepStrictEqual(content[name as keyof DocumentFacts], value),
  );
}

export function toBuyer({ name, company, address, taxId }: BillingDetails): Buyer {
  return { name, company, address, taxId };
}

export const isSameBuyer = (one: Buyer, other: Buyer): boolean => isDeepStrictEqual(one, other);
