import { defaultPaymentOf } from '../billing/invoices.ts';
import { listWithin } from '../http/listing.ts';
import { sessionLineItems } from '../checkout/session-order.ts';
import type { Sandbox } from '../sandbox.ts';

type Compute = (sandbox: Sandbox, id: string) => unknown;

/** Fields that an object shows only when they are expanded. */
const FIELDS: Readonly<Record<string, Compute>> = {
  'invoice.payments': ({ store }, id) =>
    listWithin(`/v1/invoice_payments?invoice=${id}`, store.by('invoice_payment', 'invoice', id)),
  'invoice.confirmation_secret'(sandbox, id) {
    const invoice = sandbox.store.get('invoice', id);
    const secret = invoice && defaultPaymentOf(sandbox, invoice)?.intent.client_secret;
    return secret ? { client_secret: secret, type: 'payment_intent' } : null;
  },
  'charge.refunds': ({ store }, id) =>
    listWithin(`/v1/charges/${id}/refunds`, store.by('refund', 'charge', id).reverse()),
  'customer.subscriptions': ({ store }, id) =>
    listWithin(
      `/v1/customers/${id}/subscriptions`,
      store
        .by('subscription', 'customer', id)
        .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
        .reverse(),
    ),
  'customer.sources': (_sandbox, id) => listWithin(`/v1/customers/${id}/sources`, []),
  'checkout.session.line_items': (sandbox, id) => sessionLineItems(sandbox, id),
};

/** The value of such a field, or undefined when the object has none of this name. */
export function computedField(
  sandbox: Sandbox,
  { object, id }: { object?: string; id?: string },
  field: string,
): unknown {
  return id === undefined ? undefined : FIELDS[`${object}.${field}`]?.(sandbox, id);
}
