import { expireSession } from '../checkout/session-end.ts';
import { sessionLineItems } from '../checkout/session-order.ts';
import { schedule } from '../clock/tasks.ts';
import { invalidRequest } from '../http/api-error.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  flag,
  integer,
  isWithin,
  array,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timeRange,
  type InferParameters,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { randomText } from '../state/identifiers.ts';
import { blankSession } from './blank-session.ts';
import { findActivePrice } from './prices.ts';
import { itemFields, priceFromData } from './subscriptions/subscription-parameters.ts';

const SESSION_LIFETIME_SECONDS = 24 * 60 * 60;
const DAY_SECONDS = 24 * 60 * 60;

const create = route({
  method: 'POST',
  path: '/v1/checkout/sessions',
  parameters: {
    allow_promotion_codes: flag,
    allowed_payment_method_types: array(text),
    automatic_tax: fields({ enabled: required(flag) }),
    billing_address_collection: oneOf('auto', 'required'),
    cancel_url: text,
    client_reference_id: text,
    customer: text,
    customer_creation: oneOf('always', 'if_required'),
    customer_email: text,
    expires_at: integer,
    line_items: array(itemFields),
    locale: text,
    metadata: emptyable(metadata),
    mode: required(oneOf('payment', 'subscription')),
    payment_intent_data: fields({
      description: text,
      metadata: metadata,
      receipt_email: text,
      setup_future_usage: oneOf('off_session', 'on_session'),
      statement_descriptor: text,
    }),
    payment_method_collection: oneOf('always', 'if_required'),
    submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
    subscription_data: fields({
      billing_mode: fields({ type: required(oneOf('classic', 'flexible')) }),
      description: text,
      metadata: metadata,
      trial_end: integer,
      trial_period_days: integer,
    }),
    success_url: required(text),
    ui_mode: oneOf('hosted_page'),
  },
  run(call, parameters) {
    const { sandbox } = call;
    const { mode, subscription_data: subscription = {}, payment_intent_data: intent = {} } = parameters;
    if (parameters.customer !== undefined) findOrThrow(call, 'customer', parameters.customer, 'customer');
    if (parameters.customer !== undefined && parameters.customer_email !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
        param: 'customer_email',
      });
    }
    if (parameters.automatic_tax?.enabled) {
      throw invalidRequest('The sandbox does not support automatic tax.', {
        param: 'automatic_tax[enabled]',
      });
    }
    const id = `cs_test_${randomText(40)}`;
    const items = readLineItems(call, parameters.line_items ?? [], mode);
    const now = sandbox.clock.now();
    const trialDays = subscription.trial_period_days;
    const trialEnd =
      subscription.trial_end ?? (trialDays === undefined ? undefined : now + trialDays * DAY_SECONDS);
    sandbox.store.put('session_order', {
      id,
      items: items.map(({ price, quantity }) => ({ price: price.id, quantity })),
      subscriptionMetadata: subscription.metadata ?? {},
      subscriptionDescription: subscription.description,
      trialEnd,
      intentMetadata: intent.metadata ?? {},
      intentDescription: intent.description,
      setupFutureUsage: intent.setup_future_usage ?? null,
      intent: null,
      subscription: null,
    });
    const total = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);
    const expiresAt = parameters.expires_at ?? now + SESSION_LIFETIME_SECONDS;
    schedule(sandbox, 'expire_checkout_session', id, expiresAt);
    return sandbox.store.put('checkout_session', {
      ...blankSession(id, mode, now),
      amount_subtotal: total,
      amount_total: trialEnd === undefined ? total : 0,
      allow_promotion_codes: parameters.allow_promotion_codes ?? null,
      billing_address_collection: parameters.billing_address_collection ?? null,
      cancel_url: parameters.cancel_url ?? null,
      client_reference_id: parameters.client_reference_id ?? null,
      currency: items[0]?.price.currency ?? 'usd',
      customer: parameters.customer ?? null,
      customer_creation: mode === 'payment' ? (parameters.customer_creation ?? 'if_required') : null,
      customer_email: parameters.customer_email ?? null,
      expires_at: expiresAt,
      locale: parameters.locale ?? null,
      metadata: mergeMetadata({}, parameters.metadata),
      submit_type: parameters.submit_type ?? null,
      success_url: parameters.success_url,
      url: `${sandbox.publicUrl}/checkout/${id}`,
    });
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/checkout/sessions/:id',
  run: (call) => findOrThrow(call, 'checkout_session', call.path['id'] ?? ''),
});

const list = route({
  method: 'GET',
  path: '/v1/checkout/sessions',
  parameters: {
    ...paging,
    created: timeRange,
    customer: text,
    payment_intent: text,
    status: oneOf('complete', 'expired', 'open'),
    subscription: text,
  },
  run: (call, { created, customer, payment_intent: intent, status, subscription, ...page }) =>
    listPage(
      call,
      'checkout_session',
      page,
      (session) =>
        isWithin(session.created, created) &&
        (!customer || session.customer === customer) &&
        (!intent || session.payment_intent === intent) &&
        (!status || session.status === status) &&
        (!subscription || session.subscription === subscription),
    ),
});

const listLines = route({
  method: 'GET',
  path: '/v1/checkout/sessions/:id/line_items',
  parameters: paging,
  run: (call) =>
    sessionLineItems(call.sandbox, findOrThrow(call, 'checkout_session', call.path['id'] ?? '').id),
});

const expire = route({
  method: 'POST',
  path: '/v1/checkout/sessions/:id/expire',
  run(call) {
    const session = findOrThrow(call, 'checkout_session', call.path['id'] ?? '');
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    expireSession(call.sandbox, session.id);
    return findOrThrow(call, 'checkout_session', session.id);
  },
});

function readLineItems(
  call: Call,
  items: InferParameters<typeof itemFields>[],
  mode: string,
): { price: ReturnType<typeof priceFromData>; quantity: number }[] {
  if (items.length === 0)
    throw invalidRequest('Missing required param: line_items.', {
      param: 'line_items',
      code: 'parameter_missing',
    });
  return items.map((item, index) => {
    const param = `line_items[${index}][price]`;
    const price =
      item.price === undefined
        ? priceFromData(call, item.price_data)
        : findActivePrice(call, item.price, param);
    if (mode === 'payment' && price.recurring) {
      throw invalidRequest('You specified `payment` mode but passed a recurring price.', { param });
    }
    if (mode === 'subscription' && !price.recurring) {
      throw invalidRequest('You must provide at least one recurring price in `subscription` mode.', {
        param,
      });
    }
    return { price, quantity: item.quantity ?? 1 };
  });
}

export const checkoutSessionRoutes: readonly Route[] = [create, retrieve, list, listLines, expire];
