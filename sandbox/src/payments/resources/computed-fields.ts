import { findDefaultPayment } from '../billing/invoices.ts';
import { embeddedList } from '../http/listing.ts';
import { sessionLineItems } from '../checkout/session-order.ts';
import type { Sandbox } from '../sandbox.ts';

type Compute = (sandbox: Sandbox, id: string) => unknown;

/** Fields that are only included when expanded. */
const FIELDS: Readonly<Record<string, Compute>> = {
  'invoice.payments': ({ store }, id) =>
    embeddedList(`/v1/invoice_payments?invoice=${id}`, store.findBy('invoice_payment', 'invoice', id)),
  'invoice.confirmation_secret'(sandbox, id) {
    const invoice = sandbox.store.get('invoice', id);
    const secret = invoice && findDefaultPayment(sandbox, invoice)?.intent.client_secret;
    return secret ? { client_secret: secret, type: 'payment_intent' } : null;
  },
  'charge.refunds': ({ store }, id) =>
    embeddedList(`/v1/charges/${id}/refunds`, store.findBy('refund', 'charge', id).reverse()),
  'customer.subscriptions': ({ store }, id) =>
    embeddedList(
      `/v1/customers/${id}/subscriptions`,
      store
        .findBy('subscription', 'customer', id)
        .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
        .reverse(),
    ),
  'customer.sources': (_sandbox, id) => embeddedList(`/v1/customers/${id}/sources`, []),
  'checkout.session.line_items': (sandbox, id) => sessionLineItems(sandbox, id),
};

/** Computes an expandable field; undefined if the object has no such field. */
export function computedField(
  sandbox: Sandbox,
  { object, id }: { object?: string; id?: string },
  field: string,
): unknown {
  return id === undefined ? undefined : FIELDS[`${object}.${field}`]?.(sandbox, id);
}
