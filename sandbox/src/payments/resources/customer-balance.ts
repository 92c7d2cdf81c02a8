import { changeBalance } from '../billing/customer-balance.ts';
import { addPendingItem } from '../billing/pending-items.ts';
import { invalidRequest, resourceMissing } from '../http/api-error.ts';
import { findOrThrow, indexed, listPage, paging } from '../http/listing.ts';
import {
  emptyable,
  integer,
  isWithin,
  mergeMetadata,
  metadata,
  required,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import type { Customer } from '../state/wire.ts';

const getCustomer = (call: Call): Customer => findOrThrow(call, 'customer', call.path['id'] ?? '');

/** A manual adjustment. Negative amounts are a credit. */
const create = route({
  method: 'POST',
  path: '/v1/customers/:id/balance_transactions',
  parameters: {
    amount: required(integer),
    currency: required(text),
    description: text,
    metadata: emptyable(metadata),
  },
  run(call, { amount, currency, description, metadata: values }) {
    const customer = getCustomer(call);
    if (customer.currency && customer.currency !== currency) {
      throw invalidRequest(
        `You cannot combine currencies on a single customer. This customer has a balance in ${customer.currency}.`,
        { param: 'currency' },
      );
    }
    return changeBalance(call.sandbox, customer.id, {
      amount,
      currency,
      type: 'adjustment',
      description,
      metadata: mergeMetadata({}, values),
    });
  },
});

const list = route({
  method: 'GET',
  path: '/v1/customers/:id/balance_transactions',
  parameters: { ...paging, created: timeRange, invoice: text },
  run(call, { created, invoice, ...page }) {
    const customer = getCustomer(call).id;
    return listPage(
      call,
      'customer_balance_transaction',
      page,
      (found) => isWithin(found.created, created) && (!invoice || found.invoice === invoice),
      indexed(call, 'customer_balance_transaction', { customer }),
    );
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/customers/:id/balance_transactions/:transaction',
  run(call) {
    const id = call.path['transaction'] ?? '';
    const found = findOrThrow(call, 'customer_balance_transaction', id);
    if (found.customer !== getCustomer(call).id)
      throw resourceMissing('customer_balance_transaction', id, 'id');
    return found;
  },
});

/** An amount for the customer's next invoice. */
const createPendingItem = route({
  method: 'POST',
  path: '/v1/invoiceitems',
  parameters: {
    amount: required(integer),
    currency: required(text),
    customer: required(text),
    description: text,
  },
  run(call, { amount, currency, customer, description }) {
    findOrThrow(call, 'customer', customer, 'customer');
    const { id, line } = addPendingItem(call.sandbox, {
      customer,
      amount,
      currency,
      description: description ?? null,
    });
    return {
      id,
      object: 'invoiceitem',
      amount,
      currency,
      customer,
      description: line.description,
      invoice: null,
    };
  },
});

export const customerBalanceRoutes: readonly Route[] = [create, list, retrieve, createPendingItem];
