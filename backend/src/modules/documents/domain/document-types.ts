import type { BillingDetails, CreditNote, InvoiceLine } from '@subscription-site/shared/contracts';

/** An invoice states what is due, a receipt what was paid. */
export type DocumentKind = 'invoice' | 'receipt';

/** The company that runs the site, from the settings. */
export interface Seller {
  name: string;
  address: string | null;
  vatId: string | null;
  email: string;
}

export type Buyer = Pick<BillingDetails, 'name' | 'company' | 'address' | 'taxId'>;

/** What a document states about the invoice. If it changes, a new version is issued. Times are ISO 8601. */
export interface DocumentFacts {
  lines: InvoiceLine[];
  totalCents: number;
  /** Included in the total. Only tax that was charged. */
  taxCents: number;
  amountDueCents: number;
  /** Oldest first. */
  creditNotes: CreditNote[];
  canceled: boolean;
  /** On invoices, only if known when they were issued. */
  payment: { paidAt: string; amountCents: number } | null;
}

/** Everything that a document shows, except its own number, version and date. */
export interface DocumentContent extends DocumentFacts {
  invoiceNumber: string;
  invoiceDate: string;
  currency: string;
  seller: Seller;
  buyer: Buyer;
}
