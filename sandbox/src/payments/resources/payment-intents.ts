import { ApiError, invalidRequest, resourceMissing } from '../http/api-error.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  fields,
  flag,
  integer,
  isWithin,
  mergeMetadata,
  oneOf,
  required,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { attemptPayment } from '../intents/attempt.ts';
import { cancelIntent, createIntent, assertOpen } from '../intents/payment-intents.ts';
import { createPaymentMethod, findPaymentMethod, assertUsable } from '../intents/payment-methods.ts';
import { readAmount, readCurrency } from './amounts.ts';
import { confirmShape, readShipping, updateShape, type ConfirmValues } from './payment-intent-parameters.ts';
import { readPaymentMethodData } from './payment-method-parameters.ts';
import type { PaymentIntent, PaymentMethod } from '../state/wire.ts';

const create = route({
  method: 'POST',
  path: '/v1/payment_intents',
  parameters: {
    ...confirmShape,
    ...updateShape,
    amount: required(integer),
    currency: required(text),
    automatic_payment_methods: fields({ enabled: required(flag), allow_redirects: oneOf('always', 'never') }),
    capture_method: oneOf('automatic', 'automatic_async'),
    confirm: flag,
    confirmation_method: oneOf('automatic', 'manual'),
  },
  run(call, parameters) {
    const { sandbox } = call;
    const currency = readCurrency(parameters.currency);
    if (parameters.customer !== undefined) findOrThrow(call, 'customer', parameters.customer, 'customer');
    const method = resolvePaymentMethod(call, parameters, parameters.customer ?? null);
    const intent = createIntent(sandbox, {
      ...parameters,
      shipping: readShipping(parameters.shipping),
      metadata: mergeMetadata({}, parameters.metadata),
      amount: readAmount(parameters.amount, currency),
      currency,
      payment_method: method?.id,
    });
    if (!parameters.confirm) {
      if (parameters.off_session !== undefined || parameters.return_url !== undefined)
        throw requiresConfirmError(parameters);
      return intent;
    }
    return confirm(call, intent, parameters, method);
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/payment_intents/:id',
  allowPublishable: true,
  parameters: { client_secret: text },
  run: (call, parameters) => findIntent(call, parameters.client_secret),
});

const update = route({
  method: 'POST',
  path: '/v1/payment_intents/:id',
  parameters: updateShape,
  run(call, parameters) {
    const { sandbox } = call;
    const intent = findIntent(call);
    if (
      Object.keys(parameters).some(
        (name) => !['metadata', 'description', 'expand', 'receipt_email'].includes(name),
      )
    ) {
      assertOpen(intent, 'update');
    }
    if (parameters.customer !== undefined) findOrThrow(call, 'customer', parameters.customer, 'customer');
    const { payment_method: given, payment_method_options: _options, ...changes } = parameters;
    const currency = readCurrency(changes.currency ?? intent.currency);
    const method = given === undefined ? undefined : findPaymentMethod(sandbox, given);
    return sandbox.store.put('payment_intent', {
      ...intent,
      ...withoutExpand(changes),
      amount: readAmount(changes.amount ?? intent.amount, currency),
      currency,
      shipping: changes.shipping === undefined ? intent.shipping : readShipping(changes.shipping),
      metadata: mergeMetadata(intent.metadata, changes.metadata),
      ...(method ? { payment_method: method.id, status: 'requires_confirmation' } : {}),
    });
  },
});

const confirmRoute = route({
  method: 'POST',
  path: '/v1/payment_intents/:id/confirm',
  allowPublishable: true,
  parameters: { ...confirmShape, client_secret: text },
  run(call, { client_secret: secret, ...parameters }) {
    const intent = findIntent(call, secret);
    assertOpen(intent, 'confirm');
    const customer = intent.customer;
    return confirm(call, intent, parameters, resolvePaymentMethod(call, parameters, customer));
  },
});

const cancel = route({
  method: 'POST',
  path: '/v1/payment_intents/:id/cancel',
  parameters: {
    cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  },
  run(call, parameters) {
    const intent = findIntent(call);
    if (intent.status !== 'processing') assertOpen(intent, 'cancel');
    return cancelIntent(call.sandbox, intent, parameters.cancellation_reason ?? null);
  },
});

const list = route({
  method: 'GET',
  path: '/v1/payment_intents',
  parameters: { ...paging, created: timeRange, customer: text },
  run: (call, parameters) =>
    listPage(
      call,
      'payment_intent',
      parameters,
      ({ created, customer }) =>
        isWithin(created, parameters.created) && (!parameters.customer || customer === parameters.customer),
      indexed(call, 'payment_intent', { customer: parameters.customer }),
    ),
});

/** The intent in the path. The publishable key also requires the intent's client secret. */
function findIntent(call: Call, clientSecret?: string): PaymentIntent {
  const id = call.path['id'] ?? '';
  const intent = findOrThrow(call, 'payment_intent', id, 'id');
  if (clientSecret !== undefined && clientSecret !== intent.client_secret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      {
        param: 'client_secret',
        code: 'payment_intent_invalid_parameter',
      },
    );
  }
  if (call.isPublic && clientSecret === undefined) throw resourceMissing('payment_intent', id, 'intent');
  return intent;
}

function confirm(
  call: Call,
  intent: PaymentIntent,
  parameters: ConfirmValues,
  given: PaymentMethod | undefined,
): PaymentIntent {
  const { sandbox } = call;
  const current =
    intent.payment_method === null ? undefined : sandbox.store.get('payment_method', intent.payment_method);
  const method = given ?? current;
  if (!method) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message:
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      payment_intent: intent,
    });
  }
  assertUsable(sandbox, method, intent.customer);
  const prepared = {
    ...intent,
    receipt_email: parameters.receipt_email ?? intent.receipt_email,
    setup_future_usage:
      parameters.setup_future_usage === undefined ? intent.setup_future_usage : parameters.setup_future_usage,
    shipping: parameters.shipping === undefined ? intent.shipping : readShipping(parameters.shipping),
  };
  const offSession = parameters.off_session !== undefined && parameters.off_session !== false;
  const result = attemptPayment(sandbox, prepared, method, {
    offSession: offSession || parameters.error_on_requires_action === true,
    returnUrl: parameters.return_url,
  });
  if (result.error) throw result.error;
  return result.intent;
}

function resolvePaymentMethod(
  call: Call,
  parameters: ConfirmValues,
  customer: string | null,
): PaymentMethod | undefined {
  const { sandbox } = call;
  if (parameters.payment_method_data) {
    return createPaymentMethod(sandbox, readPaymentMethodData(call, parameters.payment_method_data));
  }
  if (parameters.payment_method === undefined) return undefined;
  const method = findPaymentMethod(sandbox, parameters.payment_method);
  assertUsable(sandbox, method, customer);
  return method;
}

function withoutExpand<T extends object>(parameters: T): Omit<T, 'expand' | 'metadata' | 'shipping'> {
  const {
    expand: _expand,
    metadata: _metadata,
    shipping: _shipping,
    ...rest
  } = parameters as T & {
    expand?: unknown;
    metadata?: unknown;
    shipping?: unknown;
  };
  return rest as Omit<T, 'expand' | 'metadata' | 'shipping'>;
}

function requiresConfirmError(parameters: ConfirmValues): ApiError {
  const param = parameters.off_session === undefined ? 'return_url' : 'off_session';
  return invalidRequest(`When creating a PaymentIntent, you can only pass ${param} with confirm=true.`, {
    param,
  });
}

export const paymentIntentRoutes: readonly Route[] = [create, retrieve, update, confirmRoute, cancel, list];
