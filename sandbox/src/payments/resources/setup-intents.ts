import { emit } from '../events/emit.ts';
import { ApiError, invalidRequest, resourceMissing } from '../http/api-error.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  flag,
  isWithin,
  array,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { createPaymentMethod, findPaymentMethod, assertUsable } from '../intents/payment-methods.ts';
import { confirmSetup, createSetupIntent } from '../intents/setup-intents.ts';
import { paymentMethodData, readPaymentMethodData } from './payment-method-parameters.ts';
import type { InferParameters } from '../http/parameters.ts';
import type { PaymentMethod, SetupIntent } from '../state/wire.ts';

const confirmShape = {
  mandate_data: emptyable(fields({ customer_acceptance: fields({ type: text, online: fields({}) }) })),
  payment_method: text,
  payment_method_data: paymentMethodData,
  return_url: text,
  use_stripe_sdk: flag,
};

const create = route({
  method: 'POST',
  path: '/v1/setup_intents',
  parameters: {
    ...confirmShape,
    allowed_payment_method_types: array(text),
    automatic_payment_methods: fields({ enabled: required(flag), allow_redirects: oneOf('always', 'never') }),
    confirm: flag,
    customer: text,
    description: text,
    metadata: emptyable(metadata),
    usage: oneOf('off_session', 'on_session'),
  },
  run(call, parameters) {
    if (parameters.customer !== undefined) findOrThrow(call, 'customer', parameters.customer, 'customer');
    const method = resolvePaymentMethod(call, parameters);
    const intent = createSetupIntent(call.sandbox, {
      customer: parameters.customer,
      description: parameters.description,
      metadata: mergeMetadata({}, parameters.metadata),
      payment_method: method?.id,
      usage: parameters.usage,
    });
    return parameters.confirm ? confirm(call, intent, method, parameters.return_url) : intent;
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/setup_intents/:id',
  allowPublishable: true,
  parameters: { client_secret: text },
  run: (call, parameters) => findIntent(call, parameters.client_secret),
});

const confirmRoute = route({
  method: 'POST',
  path: '/v1/setup_intents/:id/confirm',
  allowPublishable: true,
  parameters: { ...confirmShape, client_secret: text },
  run: (call, { client_secret: secret, ...parameters }) =>
    confirm(call, findIntent(call, secret), resolvePaymentMethod(call, parameters), parameters.return_url),
});

const cancel = route({
  method: 'POST',
  path: '/v1/setup_intents/:id/cancel',
  parameters: { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
  run(call, { cancellation_reason: reason = null }) {
    const intent = findIntent(call);
    assertOpen(intent);
    const canceled = call.sandbox.store.put('setup_intent', {
      ...intent,
      status: 'canceled',
      cancellation_reason: reason,
      next_action: null,
    });
    emit(call.sandbox, 'setup_intent.canceled', canceled);
    return canceled;
  },
});

const list = route({
  method: 'GET',
  path: '/v1/setup_intents',
  parameters: { ...paging, created: timeRange, customer: text },
  run: (call, parameters) =>
    listPage(
      call,
      'setup_intent',
      parameters,
      ({ created, customer }) =>
        isWithin(created, parameters.created) && (!parameters.customer || customer === parameters.customer),
    ),
});

function findIntent(call: Call, clientSecret?: string): SetupIntent {
  const id = call.path['id'] ?? '';
  const intent = findOrThrow(call, 'setup_intent', id);
  const isWrong = clientSecret !== undefined && clientSecret !== intent.client_secret;
  if (isWrong || (call.isPublic && clientSecret === undefined))
    throw resourceMissing('setup_intent', id, 'intent');
  return intent;
}

function confirm(
  call: Call,
  intent: SetupIntent,
  given: PaymentMethod | undefined,
  returnUrl: string | undefined,
): SetupIntent {
  assertOpen(intent);
  const method = given ?? call.sandbox.store.get('payment_method', intent.payment_method ?? '');
  if (!method) {
    throw invalidRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
    });
  }
  assertUsable(call.sandbox, method, intent.customer);
  const result = confirmSetup(call.sandbox, intent, method, returnUrl);
  if (result.error) throw result.error;
  return result.intent;
}

function resolvePaymentMethod(
  call: Call,
  given: { payment_method?: string; payment_method_data?: InferParameters<typeof paymentMethodData> },
): PaymentMethod | undefined {
  if (given.payment_method_data) {
    return createPaymentMethod(call.sandbox, readPaymentMethodData(call, given.payment_method_data));
  }
  return given.payment_method === undefined
    ? undefined
    : findPaymentMethod(call.sandbox, given.payment_method);
}

function assertOpen(intent: SetupIntent): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return;
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `You cannot do this to a SetupIntent that has a status of ${intent.status}.`,
    setup_intent: intent,
  });
}

export const setupIntentRoutes: readonly Route[] = [create, retrieve, confirmRoute, cancel, list];
