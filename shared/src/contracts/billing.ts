import type { BillingInterval, PaidPlan } from '../plans.js';

/** A customer's card. */
export interface PaymentMethodView {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** `pending`: the refund is still being processed. `failed`: nothing was refunded, and the plan continues. */
export interface RefundResult {
  refundId: string;
  status: 'pending' | 'succeeded' | 'failed';
}

export interface PaymentMethodItem extends PaymentMethodView {
  isDefault: boolean;
}

export interface PaymentMethodList {
  items: PaymentMethodItem[];
}

export interface CardSetupResponse {
  clientSecret: string;
}

/** Documents a refund. */
export interface CreditNote {
  id: string;
  number: string;
  amountCents: number;
  issuedAt: string;
}

/** A line item of an invoice. Times are ISO 8601. */
export interface InvoiceLine {
  description: string;
  /** Negative for a credit. */
  amountCents: number;
  periodStart: string;
  periodEnd: string;
}

export interface InvoiceItem {
  id: string;
  number: string | null;
  status: string;
  amountDueCents: number;
  amountPaidCents: number;
  refundedCents: number;
  /** Of the latest dispute of its payment, as the payment provider names it, such as `needs_response` or `lost`. */
  disputeStatus: string | null;
  currency: string;
  issuedAt: string;
  paidAt: string | null;
  periodStart: string | null;
  periodEnd: string | null;
  creditNotes: CreditNote[];
  /** Whether it is owed, so that the customer can pay it. */
  payable: boolean;
  /** Of an open invoice: the plan change that takes effect once the customer confirms the payment with their bank. */
  planChange: InvoicePlanChange | null;
}

export interface InvoicePlanChange {
  plan: PaidPlan;
  interval: BillingInterval;
}

export interface InvoiceList {
  items: InvoiceItem[];
  /** Pass as `cursor` to get the next page. Null on the last page. */
  nextCursor: string | null;
}

/** Optional fields are null in responses. */
export interface PostalAddress {
  line1: string;
  line2?: string | null;
  city: string;
  /** State, province or region. */
  state?: string | null;
  postalCode?: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** The details a customer wants on their invoices, at `account/v1/billing-details`. */
export interface BillingDetails {
  name: string;
  company: string | null;
  /** Null until billing details are saved. */
  address: PostalAddress | null;
  taxId: string | null;
  /** Receives a copy of each receipt. */
  invoiceEmail: string | null;
}

export interface SaveBillingDetailsRequest {
  name: string;
  company?: string | null;
  address: PostalAddress;
  taxId?: string | null;
  invoiceEmail?: string | null;
}

/** Invoices that show outdated billing details. */
export interface InvoiceCorrectionList {
  invoiceIds: string[];
}

export interface CorrectInvoiceRequest {
  invoiceId: string;
}

export interface InvoiceCorrection {
  invoiceId: string;
  /** Version of the corrected invoice. */
  version: number;
}

export interface PayInvoiceResponse {
  /** `processing`: the bank has not confirmed the payment yet. */
  status: 'paid' | 'requires_action' | 'processing';
  /** With `requires_action`: confirms the payment in the browser. */
  clientSecret?: string;
}

/** `get-plan-prices`: the payment provider's price id for each plan and interval. */
export type PlanPrices = Record<PaidPlan, Record<BillingInterval, string | null>>;
