import { lookUpCard } from '../cards/card-on-file.ts';
import { declineBody } from '../cards/declines.ts';
import { emit } from '../events/emit.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { billingDetailsFields, fullBillingDetails } from '../intents/billing-details.ts';
import {
  attachToCustomer,
  createPaymentMethod,
  detachFromCustomer,
  findPaymentMethod,
  assertUsable,
} from '../intents/payment-methods.ts';
import { paymentMethodShape, readPaymentMethodData } from './payment-method-parameters.ts';
import type { PaymentMethod } from '../state/wire.ts';

const create = route({
  method: 'POST',
  path: '/v1/payment_methods',
  allowPublishable: true,
  parameters: { ...paymentMethodShape, customer: text },
  run(call, parameters) {
    const method = createPaymentMethod(call.sandbox, readPaymentMethodData(call, parameters));
    return parameters.customer === undefined ? method : attach(call, method, parameters.customer);
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/payment_methods/:id',
  run: (call) => findOrThrow(call, 'payment_method', call.path['id'] ?? ''),
});

const update = route({
  method: 'POST',
  path: '/v1/payment_methods/:id',
  parameters: {
    billing_details: billingDetailsFields,
    metadata: emptyable(metadata),
    allow_redisplay: oneOf('always', 'limited', 'unspecified'),
    card: fields({ exp_month: integer, exp_year: integer }),
  },
  run(call, parameters) {
    const method = findOrThrow(call, 'payment_method', call.path['id'] ?? '');
    const updated = call.sandbox.store.put('payment_method', {
      ...method,
      allow_redisplay: parameters.allow_redisplay ?? method.allow_redisplay,
      billing_details: fullBillingDetails(parameters.billing_details, method.billing_details),
      card: method.card && { ...method.card, ...parameters.card },
      metadata: mergeMetadata(method.metadata ?? {}, parameters.metadata),
    });
    emit(call.sandbox, 'payment_method.updated', updated, method);
    return updated;
  },
});

const attachRoute = route({
  method: 'POST',
  path: '/v1/payment_methods/:id/attach',
  parameters: { customer: required(text) },
  run: (call, { customer }) =>
    attach(call, findPaymentMethod(call.sandbox, call.path['id'] ?? '', 'id'), customer),
});

const detach = route({
  method: 'POST',
  path: '/v1/payment_methods/:id/detach',
  run(call) {
    const method = findOrThrow(call, 'payment_method', call.path['id'] ?? '');
    if (method.customer === null) {
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    }
    return detachFromCustomer(call.sandbox, method);
  },
});

const list = route({
  method: 'GET',
  path: '/v1/payment_methods',
  parameters: { ...paging, customer: text, type: oneOf('card'), allow_redisplay: text },
  run: (call, parameters) =>
    listPage(
      call,
      'payment_method',
      parameters,
      (method) =>
        method.customer !== null && (!parameters.customer || method.customer === parameters.customer),
      indexed(call, 'payment_method', { customer: parameters.customer }),
    ),
});

const listByCustomer = route({
  method: 'GET',
  path: '/v1/customers/:id/payment_methods',
  parameters: { ...paging, type: oneOf('card'), allow_redisplay: text },
  run(call, parameters) {
    const customer = findOrThrow(call, 'customer', call.path['id'] ?? '');
    return listPage(
      call,
      'payment_method',
      parameters,
      (method) => method.customer === customer.id,
      indexed(call, 'payment_method', { customer: customer.id }),
    );
  },
});

/** Attaches a payment method after validating it with the issuer. Throws if the card is declined. */
export function attach(
  call: Pick<Call, 'sandbox'>,
  method: PaymentMethod,
  customerId: string,
): PaymentMethod {
  const { sandbox } = call;
  const customer = findOrThrow(call, 'customer', customerId, 'customer');
  if (method.customer === customer.id) return method;
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  }
  assertUsable(sandbox, method, customer.id);
  const { card } = lookUpCard(sandbox, method.id);
  if (card.decline && !card.authentication)
    throw new ApiError(402, { ...declineBody(card.decline), payment_method: method });
  return attachToCustomer(sandbox, method, customer.id);
}

export const paymentMethodRoutes: readonly Route[] = [
  create,
  retrieve,
  update,
  attachRoute,
  detach,
  list,
  listByCustomer,
];
