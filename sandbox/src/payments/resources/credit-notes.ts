import { findCharge, creditableAmount, issueCreditNote, voidCreditNote } from '../billing/credit-notes.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest, type ApiError } from '../http/api-error.ts';
import { findOrThrow, indexed, listPage, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  integer,
  isWithin,
  array,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timeRange,
  type InferParameters,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { formatAmount } from './amounts.ts';
import type { CreditNoteInput } from '../billing/credit-notes.ts';
import type { CreditNote, Invoice } from '../state/wire.ts';

const lineFields = fields({
  amount: integer,
  description: text,
  invoice_line_item: text,
  quantity: integer,
  type: required(oneOf('custom_line_item', 'invoice_line_item')),
  unit_amount: integer,
});

const refundFields = fields({ amount_refunded: integer, refund: required(text), type: oneOf('refund') });

const find = (call: Call): CreditNote => findOrThrow(call, 'credit_note', call.path['id'] ?? '');

const create = route({
  method: 'POST',
  path: '/v1/credit_notes',
  parameters: {
    amount: integer,
    credit_amount: integer,
    email_type: oneOf('credit_note', 'none'),
    invoice: required(text),
    lines: array(lineFields),
    memo: text,
    metadata: emptyable(metadata),
    out_of_band_amount: integer,
    reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
    refund_amount: integer,
    refunds: array(refundFields),
  },
  run(call, parameters) {
    const invoice = findOrThrow(call, 'invoice', parameters.invoice, 'invoice');
    const input: CreditNoteInput = {
      lines: readLines(invoice, parameters.lines, parameters.amount),
      refundAmount: parameters.refund_amount ?? 0,
      creditAmount: parameters.credit_amount ?? 0,
      outOfBandAmount: parameters.out_of_band_amount ?? 0,
      refunds: (parameters.refunds ?? []).map(({ refund: id, amount_refunded: amount }, index) => ({
        refund: id,
        amount: amount ?? findOrThrow(call, 'refund', id, `refunds[${index}][refund]`).amount,
      })),
      reason: parameters.reason ?? null,
      memo: parameters.memo ?? null,
      metadata: mergeMetadata({}, parameters.metadata),
    };
    assertIssuable(call, invoice, input);
    return issueCreditNote(call.sandbox, invoice, input);
  },
});

const retrieve = route({ method: 'GET', path: '/v1/credit_notes/:id', run: find });

const update = route({
  method: 'POST',
  path: '/v1/credit_notes/:id',
  parameters: { memo: text, metadata: emptyable(metadata) },
  run(call, parameters) {
    const note = find(call);
    const updated = call.sandbox.store.put('credit_note', {
      ...note,
      memo: parameters.memo ?? note.memo,
      metadata: mergeMetadata(note.metadata ?? {}, parameters.metadata),
    });
    emit(call.sandbox, 'credit_note.updated', updated, note);
    return updated;
  },
});

const voidRoute = route({
  method: 'POST',
  path: '/v1/credit_notes/:id/void',
  run(call) {
    const note = find(call);
    const invoice = findOrThrow(call, 'invoice', note.invoice, 'invoice');
    if (note.status !== 'issued' || invoice.status !== 'open')
      throw invalidRequest('You can only void an issued credit note of an open invoice.');
    return voidCreditNote(call.sandbox, note, invoice);
  },
});

const list = route({
  method: 'GET',
  path: '/v1/credit_notes',
  parameters: { ...paging, created: timeRange, customer: text, invoice: text },
  run: (call, { created, customer, invoice, ...page }) =>
    listPage(
      call,
      'credit_note',
      page,
      (note) =>
        isWithin(note.created, created) &&
        (!customer || note.customer === customer) &&
        (!invoice || note.invoice === invoice),
      indexed(call, 'credit_note', { invoice }),
    ),
});

/** The credited lines; an amount alone credits the invoice as a whole. */
function readLines(
  invoice: Invoice,
  values: InferParameters<typeof lineFields>[] | undefined,
  amount: number | undefined,
): CreditNoteInput['lines'] {
  if ((values === undefined) === (amount === undefined))
    throw invalidRequest('You must specify exactly one of `amount` and `lines`.', { param: 'amount' });
  if (values === undefined)
    return [{ description: `Credit for ${invoice.number}`, amount: amount ?? 0, quantity: 1 }];
  return values.map((value, index) => {
    const line = invoice.lines.data.find(({ id }) => id === value.invoice_line_item);
    if (value.type === 'invoice_line_item' && !line) {
      throw invalidRequest(`No such invoice line item: '${value.invoice_line_item ?? ''}'`, {
        param: `lines[${index}][invoice_line_item]`,
        code: 'resource_missing',
      });
    }
    const quantity = value.quantity ?? 1;
    return {
      description: value.description ?? line?.description ?? '',
      amount:
        value.amount ?? (value.unit_amount === undefined ? line?.amount : value.unit_amount * quantity) ?? 0,
      quantity,
      invoiceLine: line?.id,
    };
  });
}

function assertIssuable({ sandbox }: Call, invoice: Invoice, input: CreditNoteInput): void {
  const amount = input.lines.reduce((sum, line) => sum + line.amount, 0);
  const format = (cents: number): string => formatAmount(cents, invoice.currency);
  const rejection = (message: string): ApiError => invalidRequest(message, { param: 'amount' });
  if (invoice.status !== 'open' && invoice.status !== 'paid')
    throw rejection(
      `Credit notes can only be issued for open or paid invoices. This one is ${invoice.status}.`,
    );
  if (amount <= 0) throw rejection('The amount of a credit note must be positive.');
  const limit = invoice.status === 'paid' ? creditableAmount(sandbox, invoice) : invoice.amount_remaining;
  if (amount > limit)
    throw rejection(`The amount ${format(amount)} is greater than what can be credited, ${format(limit)}.`);
  const charge = findCharge(sandbox, invoice);
  for (const { refund } of input.refunds)
    if (sandbox.store.get('refund', refund)?.charge !== charge?.id)
      throw rejection(`The refund ${refund} is not associated with the payment of this invoice.`);
  const returned =
    input.refundAmount +
    input.creditAmount +
    input.outOfBandAmount +
    input.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const expected = invoice.status === 'paid' ? amount : 0;
  if (returned !== expected) {
    throw rejection(
      `The sum of credit amount, refund amount and out of band amount (${format(returned)}) must equal the post payment credit amount (${format(expected)}).`,
    );
  }
}

export const creditNoteRoutes: readonly Route[] = [create, retrieve, update, voidRoute, list];
