import { addInvoicePayment, finalizeInvoice } from '../billing/invoices.ts';
import { collect, collectWith, paymentMethodFor } from '../billing/collection.ts';
import { creditPayment, markPaidWithoutPayment } from '../billing/mark-paid.ts';
import { voidInvoice } from '../billing/subscription-end.ts';
import { unschedule } from '../clock/tasks.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  flag,
  isWithin,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { findPaymentMethod, assertUsable } from '../intents/payment-methods.ts';
import { formatAmount } from './amounts.ts';
import type { Invoice, PaymentIntent } from '../state/wire.ts';

const find = (call: Call): Invoice => findOrThrow(call, 'invoice', call.path['id'] ?? '');
const reload = (call: Call, { id }: Invoice): Invoice => findOrThrow(call, 'invoice', id);

const retrieve = route({ method: 'GET', path: '/v1/invoices/:id', run: find });

const update = route({
  method: 'POST',
  path: '/v1/invoices/:id',
  parameters: {
    metadata: emptyable(metadata),
    description: text,
    auto_advance: flag,
    default_payment_method: text,
  },
  run(call, parameters) {
    const invoice = find(call);
    return call.sandbox.store.put('invoice', {
      ...invoice,
      description: parameters.description ?? invoice.description,
      auto_advance: parameters.auto_advance ?? invoice.auto_advance,
      default_payment_method: parameters.default_payment_method ?? invoice.default_payment_method,
      metadata: mergeMetadata(invoice.metadata ?? {}, parameters.metadata),
    });
  },
});

const list = route({
  method: 'GET',
  path: '/v1/invoices',
  parameters: {
    ...paging,
    collection_method: text,
    created: timeRange,
    customer: text,
    status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
    subscription: text,
  },
  run: (call, { created, customer, status, subscription, ...page }) =>
    listPage(
      call,
      'invoice',
      page,
      (invoice) =>
        isWithin(invoice.created, created) &&
        (!customer || invoice.customer === customer) &&
        (!status || invoice.status === status) &&
        (!subscription || invoice.parent?.subscription_details?.subscription === subscription),
    ),
});

const listLines = route({
  method: 'GET',
  path: '/v1/invoices/:id/lines',
  parameters: paging,
  run: (call) => ({ ...find(call).lines, url: call.url }),
});

const finalize = route({
  method: 'POST',
  path: '/v1/invoices/:id/finalize',
  parameters: { auto_advance: flag },
  run(call) {
    const invoice = find(call);
    if (invoice.status !== 'draft') {
      throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
        code: 'invoice_not_editable',
      });
    }
    unschedule(call.sandbox, 'finalize_invoice', invoice.id);
    const open = finalizeInvoice(call.sandbox, invoice);
    return open.amount_due === 0 ? markPaidWithoutPayment(call.sandbox, open) : open;
  },
});

const voidRoute = route({
  method: 'POST',
  path: '/v1/invoices/:id/void',
  run(call) {
    const invoice = find(call);
    if (invoice.status !== 'open')
      throw invalidRequest("You can only pass in open invoices. This invoice isn't open.");
    return voidInvoice(call.sandbox, invoice);
  },
});

const pay = route({
  method: 'POST',
  path: '/v1/invoices/:id/pay',
  parameters: { off_session: flag, paid_out_of_band: flag, payment_method: text, forgive: flag },
  run(call, parameters) {
    const { sandbox } = call;
    let invoice = find(call);
    if (invoice.status === 'draft') invoice = finalizeInvoice(sandbox, invoice);
    if (invoice.status === 'paid')
      throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' });
    if (invoice.status !== 'open')
      throw invalidRequest(`This invoice can no longer be paid: it is ${invoice.status}.`);
    if (parameters.paid_out_of_band) return markPaidWithoutPayment(sandbox, invoice);
    if (invoice.amount_due === 0) return collect(sandbox, invoice).invoice;
    const method =
      parameters.payment_method === undefined
        ? paymentMethodFor(sandbox, invoice)
        : findPaymentMethod(sandbox, parameters.payment_method);
    if (!method) {
      throw invalidRequest(
        'Cannot charge a customer that has no active card. Please attach a payment method or set a default payment method.',
        { code: 'resource_missing' },
      );
    }
    assertUsable(sandbox, method, invoice.customer);
    const { error, invoice: after } = collectWith(sandbox, invoice, method, {
      offSession: parameters.off_session ?? true,
      waitForCustomer: true,
    });
    if (error) throw error;
    if (reload(call, after).status === 'open') throw requiresAction(call, after);
    return reload(call, after);
  },
});

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
    const invoice = find(call);
    const intent = findOrThrow(call, 'payment_intent', parameters.payment_intent, 'payment_intent');
    assertAttachable(call, invoice, intent);
    addInvoicePayment(sandbox, invoice, intent, false);
    if (intent.status === 'succeeded') creditPayment(sandbox, intent);
    return reload(call, invoice);
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

function requiresAction(call: Call, invoice: Invoice): ApiError {
  const intentId = call.sandbox.store.findBy('invoice_payment', 'invoice', invoice.id)[0]?.payment
    .payment_intent;
  return new ApiError(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message: 'This payment requires additional user action before it can be completed successfully.',
    payment_intent: intentId ? call.sandbox.store.get('payment_intent', intentId) : undefined,
  });
}

export const invoiceRoutes: readonly Route[] = [
  retrieve,
  update,
  list,
  listLines,
  finalize,
  voidRoute,
  pay,
  attachPayment,
  listPayments,
  retrievePayment,
];
