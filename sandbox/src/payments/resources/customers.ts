import { endSubscription } from '../billing/subscription-end.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest, resourceMissing } from '../http/api-error.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  isWithin,
  array,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  timeRange,
  type Values,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { addressFields, fullAddress } from '../intents/billing-details.ts';
import { blankCustomer } from '../intents/blank-customer.ts';
import { detachFromCustomer, findPaymentMethod } from '../intents/payment-methods.ts';
import { newId } from '../state/identifiers.ts';
import { attach } from './payment-methods.ts';
import type { Customer } from '../state/wire.ts';

const nullableText = emptyable(text);

const shape = {
  address: emptyable(addressFields),
  description: nullableText,
  email: nullableText,
  invoice_settings: fields({
    default_payment_method: nullableText,
    footer: nullableText,
    custom_fields: emptyable(array(fields({ name: text, value: text }))),
  }),
  metadata: emptyable(metadata),
  name: nullableText,
  phone: nullableText,
  preferred_locales: array(text),
  shipping: emptyable(fields({ address: addressFields, name: text, phone: text })),
  tax_exempt: emptyable(oneOf('exempt', 'none', 'reverse')),
};

const create = route({
  method: 'POST',
  path: '/v1/customers',
  parameters: { ...shape, payment_method: text },
  run(call, { payment_method: methodId, ...parameters }) {
    const { store } = call.sandbox;
    const blank = blankCustomer(call.sandbox, newId('cus'));
    store.put('customer', blank);
    if (methodId !== undefined) attach(call, findPaymentMethod(call.sandbox, methodId), blank.id);
    const customer = store.put('customer', withChanges(call, blank, parameters));
    emit(call.sandbox, 'customer.created', customer);
    return customer;
  },
});

/** What is newer can't be searched yet. */
const SEARCH_LAG_SECONDS = 60;
const METADATA_QUERY = /^metadata\[(['"])([^'"]+)\1\]:(['"])([^'"]*)\3$/;

/** By one metadata field. Without further pages. */
const search = route({
  method: 'GET',
  path: '/v1/customers/search',
  parameters: { query: text, limit: paging.limit, page: text },
  run(call, { query = '', limit }) {
    const [, , key, , value] = METADATA_QUERY.exec(query) ?? [];
    if (key === undefined)
      throw invalidRequest("The sandbox supports queries such as metadata['key']:'value' only.", {
        param: 'query',
      });
    const until = call.sandbox.clock.now() - SEARCH_LAG_SECONDS;
    const matches = ({ created, metadata: fields }: Customer): boolean =>
      created <= until && fields[key] === value;
    const { data, url } = listPage(call, 'customer', { limit }, matches);
    return { object: 'search_result', data, has_more: false, next_page: null, url };
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/customers/:id',
  run(call) {
    const id = call.path['id'] ?? '';
    if (call.sandbox.store.get('deleted', id)) return { id, object: 'customer', deleted: true };
    return findOrThrow(call, 'customer', id);
  },
});

const update = route({
  method: 'POST',
  path: '/v1/customers/:id',
  parameters: shape,
  run(call, parameters) {
    const customer = findOrThrow(call, 'customer', call.path['id'] ?? '');
    const updated = call.sandbox.store.put('customer', withChanges(call, customer, parameters));
    emit(call.sandbox, 'customer.updated', updated, customer);
    return updated;
  },
});

/** Deleting a customer immediately cancels their subscriptions and detaches their cards. */
const remove = route({
  method: 'DELETE',
  path: '/v1/customers/:id',
  run(call) {
    const { store } = call.sandbox;
    const customer = findOrThrow(call, 'customer', call.path['id'] ?? '');
    for (const subscription of store.findBy('subscription', 'customer', customer.id)) {
      endSubscription(call.sandbox, subscription, { reason: 'cancellation_requested' });
    }
    for (const method of store.findBy('payment_method', 'customer', customer.id))
      detachFromCustomer(call.sandbox, method);
    store.remove('customer', customer.id);
    store.put('deleted', { id: customer.id, kind: 'customer' });
    emit(call.sandbox, 'customer.deleted', customer);
    return { id: customer.id, object: 'customer', deleted: true };
  },
});

const list = route({
  method: 'GET',
  path: '/v1/customers',
  parameters: { ...paging, created: timeRange, email: text },
  run: (call, parameters) =>
    listPage(
      call,
      'customer',
      parameters,
      ({ created, email }) =>
        isWithin(created, parameters.created) && (!parameters.email || email === parameters.email),
      indexed(call, 'customer', { email: parameters.email }),
    ),
});

function withChanges(call: Call, customer: Customer, change: Values<typeof shape>): Customer {
  const settings = change.invoice_settings ?? {};
  const { default_payment_method: methodId = customer.invoice_settings.default_payment_method } = settings;
  if (methodId !== null) assertBelongsTo(call, methodId as string, customer.id);
  const { description, email, name, phone, tax_exempt: taxExempt } = change;
  return {
    ...customer,
    ...defined({ description, email, name, phone, preferred_locales: change.preferred_locales }),
    address: change.address === undefined ? customer.address : change.address && fullAddress(change.address),
    shipping:
      change.shipping === undefined
        ? customer.shipping
        : change.shipping && { ...change.shipping, address: fullAddress(change.shipping.address ?? {}) },
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: methodId,
      ...defined({ footer: settings.footer }),
    },
    metadata: mergeMetadata(customer.metadata, change.metadata),
    tax_exempt: taxExempt === undefined ? customer.tax_exempt : (taxExempt ?? 'none'),
  };
}

function assertBelongsTo(call: Call, methodId: string, customerId: string): void {
  const method = call.sandbox.store.get('payment_method', methodId);
  if (!method)
    throw resourceMissing('PaymentMethod', methodId, 'invoice_settings[default_payment_method]', 400);
  if (method.customer !== customerId) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
      { param: 'invoice_settings[default_payment_method]', code: 'resource_missing' },
    );
  }
}

/** Omits undefined fields. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

export const customerRoutes: readonly Route[] = [create, search, retrieve, update, remove, list];
