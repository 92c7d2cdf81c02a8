import { findDefaultPayment, finalizeInvoice } from '../billing/invoices.ts';
import { collect, collectWith, paymentMethodFor } from '../billing/collection.ts';
import { markPaidWithoutPayment } from '../billing/mark-paid.ts';
import { voidInvoice } from '../billing/invoice-void.ts';
import { markUncollectible } from '../billing/uncollectible.ts';
import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  flag,
  isWithin,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { findPaymentMethod, assertUsable } from '../intents/payment-methods.ts';
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
    const updated = call.sandbox.store.put('invoice', {
      ...invoice,
      description: parameters.description ?? invoice.description,
      auto_advance: parameters.auto_advance ?? invoice.auto_advance,
      default_payment_method: parameters.default_payment_method ?? invoice.default_payment_method,
      metadata: mergeMetadata(invoice.metadata ?? {}, parameters.metadata),
    });
    emit(call.sandbox, 'invoice.updated', updated, invoice);
    return updated;
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
      indexed(call, 'invoice', { subscription, customer }),
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
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw invalidRequest("You can only pass in open invoices. This invoice isn't open.");
    return voidInvoice(call.sandbox, invoice);
  },
});

const markUncollectibleRoute = route({
  method: 'POST',
  path: '/v1/invoices/:id/mark_uncollectible',
  run(call) {
    const invoice = find(call);
    if (invoice.status !== 'open')
      throw invalidRequest("You can only pass in open invoices. This invoice isn't open.");
    return markUncollectible(call.sandbox, invoice);
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
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
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
      manual: true,
    });
    if (error) throw error;
    const current = reload(call, after);
    if (current.status === 'paid') return current;
    const intent = findDefaultPayment(sandbox, current)?.intent;
    if (intent?.status === 'processing') return current;
    throw requiresAction(intent);
  },
});

function requiresAction(intent: PaymentIntent | undefined): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message: 'This payment requires additional user action before it can be completed successfully.',
    payment_intent: intent,
  });
}

export const invoiceRoutes: readonly Route[] = [
  retrieve,
  update,
  list,
  listLines,
  finalize,
  voidRoute,
  markUncollectibleRoute,
  pay,
];
