import { addInvoicePayment } from '../billing/invoices.ts';
import { creditPayment } from '../billing/mark-paid.ts';
import { invalidRequest, type ApiError } from '../http/api-error.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
import { fields, isWithin, oneOf, required, text, timeRange } from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { formatAmount } from './amounts.ts';
import type { Invoice, PaymentIntent } from '../state/wire.ts';

/**
 * Attaches an existing payment. Amount and currency must match the invoice, and so must the customer, if the payment has one.
 * A payment that hasn't succeeded yet is applied as soon as it does.
 */
const attachPayment = route({
  method: 'POST',
  path: '/v1/invoices/:id/attach_payment',
  parameters: { payment_intent: required(text) },
  run(call, parameters) {
    const { sandbox } = call;
    const invoice = findOrThrow(call, 'invoice', call.path['id'] ?? '');
    const intent = findOrThrow(call, 'payment_intent', parameters.payment_intent, 'payment_intent');
    assertAttachable(call, invoice, intent);
    addInvoicePayment(sandbox, invoice, intent, false);
    if (intent.status === 'succeeded') creditPayment(sandbox, intent);
    return findOrThrow(call, 'invoice', invoice.id);
  },
});

const listPayments = route({
  method: 'GET',
  path: '/v1/invoice_payments',
  parameters: {
    ...paging,
    created: timeRange,
    invoice: text,
    payment: fields({ type: required(oneOf('payment_intent')), payment_intent: text }),
    status: oneOf('canceled', 'open', 'paid'),
  },
  run: (call, { created, invoice, payment, status, ...page }) =>
    listPage(
      call,
      'invoice_payment',
      page,
      (candidate) =>
        isWithin(candidate.created, created) &&
        (!invoice || candidate.invoice === invoice) &&
        (!payment?.payment_intent || candidate.payment.payment_intent === payment.payment_intent) &&
        (!status || candidate.status === status),
      indexed(call, 'invoice_payment', { invoice, payment_intent: payment?.payment_intent }),
    ),
});

const retrievePayment = route({
  method: 'GET',
  path: '/v1/invoice_payments/:id',
  run: (call) => findOrThrow(call, 'invoice_payment', call.path['id'] ?? ''),
});

function assertAttachable({ sandbox }: Call, invoice: Invoice, intent: PaymentIntent): void {
  const rejection = (message: string): ApiError => invalidRequest(message, { param: 'payment_intent' });
  if (invoice.status !== 'open') {
    throw rejection(
      `Payments can only be attached to open invoices. This invoice has the status ${invoice.status}.`,
    );
  }
  if (intent.status === 'canceled')
    throw rejection('The PaymentIntent is canceled and cannot be attached to an invoice.');
  if (intent.currency !== invoice.currency) {
    throw rejection(
      `The currency of the PaymentIntent (${intent.currency}) must match the currency of the invoice (${invoice.currency}).`,
    );
  }
  if (intent.amount !== invoice.amount_remaining) {
    throw rejection(
      `The amount of the PaymentIntent (${formatAmount(intent.amount, intent.currency)}) must match the amount remaining on the invoice (${formatAmount(invoice.amount_remaining, invoice.currency)}).`,
    );
  }
  if (intent.customer !== null && intent.customer !== invoice.customer) {
    throw rejection('The customer of the PaymentIntent must match the customer of the invoice.');
  }
  const charge = sandbox.store.get('charge', intent.latest_charge ?? '');
  if (intent.status === 'succeeded' && (charge?.amount_refunded ?? 0) > 0) {
    throw rejection('The PaymentIntent was refunded and cannot be attached to an invoice.');
  }
  const isAttached = sandbox.store
    .findBy('invoice_payment', 'payment_intent', intent.id)
    .some(({ status }) => status !== 'canceled');
  if (isAttached) throw rejection('The PaymentIntent is already attached to an invoice.');
}

export const invoicePaymentRoutes: readonly Route[] = [attachPayment, listPayments, retrievePayment];
