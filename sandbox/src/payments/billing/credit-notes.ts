import { emit } from '../events/emit.ts';
import { embeddedList } from '../http/listing.ts';
import { refundCharge } from '../intents/refunds.ts';
import { newId } from '../state/identifiers.ts';
import { changeBalance } from './customer-balance.ts';
import { findDefaultPayment } from './invoices.ts';
import { markPaidWithoutPayment } from './mark-paid.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, CreditNote, CreditNoteLineItem, Invoice } from '../state/wire.ts';

export interface CreditNoteInput {
  lines: { description: string; amount: number; quantity: number; invoiceLine?: string }[];
  /** For a paid invoice: the amounts refunded to the card, credited to the balance, and refunded outside the provider. */
  refundAmount: number;
  creditAmount: number;
  outOfBandAmount: number;
  refunds: { refund: string; amount: number }[];
  reason: CreditNote['reason'];
  memo: string | null;
  metadata: Record<string, string>;
}

/** Issues a credit note: reduces the amount due on an open invoice, or documents a refund of a paid one. */
export function issueCreditNote(sandbox: Sandbox, invoice: Invoice, input: CreditNoteInput): CreditNote {
  const { store } = sandbox;
  const amount = input.lines.reduce((sum, line) => sum + line.amount, 0);
  const isPaid = invoice.status === 'paid';
  const refunds = [...input.refunds];
  const charge = findCharge(sandbox, invoice);
  if (input.refundAmount > 0 && charge) {
    const refund = refundCharge(sandbox, charge, { amount: input.refundAmount });
    refunds.push({ refund: refund.id, amount: input.refundAmount });
  }
  const built = buildCreditNote(sandbox, invoice, { ...input, refunds }, amount);
  const note = store.put('credit_note', { ...built, ...creditBalance(sandbox, built, input.creditAmount) });
  emit(sandbox, 'credit_note.created', note);
  if (isPaid) creditPaidInvoice(sandbox, invoice, amount);
  else creditOpenInvoice(sandbox, invoice, amount);
  return note;
}

/** Voids the credit note of an open invoice, whose amount is due again. */
export function voidCreditNote(sandbox: Sandbox, note: CreditNote, invoice: Invoice): CreditNote {
  const voided = sandbox.store.put('credit_note', {
    ...note,
    status: 'void',
    voided_at: sandbox.clock.now(),
  });
  emit(sandbox, 'credit_note.voided', voided);
  creditOpenInvoice(sandbox, invoice, -note.amount);
  return voided;
}

/** Cents of the invoice that no credit note covers yet. */
export function creditableAmount({ store }: Sandbox, invoice: Invoice): number {
  const credited = store
    .findBy('credit_note', 'invoice', invoice.id)
    .filter(({ status }) => status === 'issued')
    .reduce((sum, { amount }) => sum + amount, 0);
  return invoice.total - credited;
}

/** The charge that paid the invoice. */
export function findCharge({ store }: Sandbox, invoice: Invoice): Charge | undefined {
  const paid = store.findBy('invoice_payment', 'invoice', invoice.id).find(({ status }) => status === 'paid');
  const intent = store.get('payment_intent', paid?.payment.payment_intent ?? '');
  return store.get('charge', intent?.latest_charge ?? '');
}

function creditPaidInvoice(sandbox: Sandbox, invoice: Invoice, amount: number): void {
  const { store } = sandbox;
  const updated = store.put('invoice', {
    ...invoice,
    post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount,
  });
  emit(sandbox, 'invoice.updated', updated, invoice);
}

function creditBalance(
  sandbox: Sandbox,
  { id, customer, currency, invoice }: CreditNote,
  creditAmount: number,
): Partial<CreditNote> {
  if (creditAmount === 0) return {};
  const credit = { amount: -creditAmount, currency, invoice, creditNote: id, type: 'credit_note' as const };
  return { customer_balance_transaction: changeBalance(sandbox, customer, credit).id };
}

function creditOpenInvoice(sandbox: Sandbox, invoice: Invoice, amount: number): void {
  const { store } = sandbox;
  const remaining = invoice.amount_remaining - amount;
  const updated = store.put('invoice', {
    ...invoice,
    amount_due: invoice.amount_due - amount,
    amount_remaining: remaining,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
  });
  emit(sandbox, 'invoice.updated', updated, invoice);
  const intent = findDefaultPayment(sandbox, invoice)?.intent;
  if (remaining === 0) markPaidWithoutPayment(sandbox, updated);
  else if (intent) store.put('payment_intent', { ...intent, amount: remaining });
}

function buildCreditNote(
  sandbox: Sandbox,
  invoice: Invoice,
  input: CreditNoteInput,
  amount: number,
): CreditNote {
  const id = newId('cn');
  const now = sandbox.clock.now();
  const sequence = sandbox.store.findBy('credit_note', 'invoice', invoice.id).length + 1;
  const isPaid = invoice.status === 'paid';
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: now,
    currency: invoice.currency,
    customer: invoice.customer ?? '',
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: now,
    invoice: invoice.id,
    lines: embeddedList(`/v1/credit_notes/${id}/lines`, input.lines.map(buildLine)),
    livemode: false,
    memo: input.memo,
    metadata: input.metadata,
    number: `${invoice.number}-CN-${String(sequence).padStart(2, '0')}`,
    out_of_band_amount: input.outOfBandAmount === 0 ? null : input.outOfBandAmount,
    pdf: `${sandbox.publicUrl}/credit_notes/${id}/pdf`,
    post_payment_amount: isPaid ? amount : 0,
    pre_payment_amount: isPaid ? 0 : amount,
    pretax_credit_amounts: [],
    reason: input.reason,
    refunds: input.refunds.map(({ refund, amount: refunded }) => ({
      amount_refunded: refunded,
      payment_record_refund: null,
      refund,
      type: 'refund',
    })),
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: isPaid ? 'post_payment' : 'pre_payment',
    voided_at: null,
  };
}

function buildLine({
  description,
  amount,
  quantity,
  invoiceLine,
}: CreditNoteInput['lines'][number]): CreditNoteLineItem {
  return {
    id: newId('cnli'),
    object: 'credit_note_line_item',
    amount,
    description,
    discount_amount: 0,
    discount_amounts: [],
    ...(invoiceLine === undefined ? {} : { invoice_line_item: invoiceLine }),
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity,
    tax_rates: [],
    taxes: [],
    type: invoiceLine === undefined ? 'custom_line_item' : 'invoice_line_item',
    unit_amount: null,
    unit_amount_decimal: null,
  };
}
