import { endSubscription } from '../../billing/subscription-end.ts';
import { applyItemsChange, computeItemsChange } from '../../billing/subscription-change.ts';
import { updateCurrentPhase } from '../../billing/schedules/schedule-progress.ts';
import { startSubscription } from '../../billing/subscription-start.ts';
import { emit } from '../../events/emit.ts';
import { invalidRequest, RolledBackError } from '../../http/api-error.ts';
import { indexed, listPage, findOrThrow, paging } from '../../http/listing.ts';
import {
  emptyable,
  fields,
  flag,
  integer,
  array,
  mergeMetadata,
  oneOf,
  required,
  text,
  timeRange,
} from '../../http/parameters.ts';
import { route, type Call, type Route } from '../../http/route.ts';
import { matches } from './subscription-filter.ts';
import { itemFields, readPrice, subscriptionShape } from './subscription-parameters.ts';
import { readStart, startDateShape } from './subscription-start-date.ts';
import {
  withChanges,
  assertCanBePending,
  readChangeOptions,
  readItemChanges,
  readTaxRates,
  readTrialEnd,
  rescheduleEnd,
} from './subscription-values.ts';
import type { Subscription } from '../../state/wire.ts';

const create = route({
  method: 'POST',
  path: '/v1/subscriptions',
  parameters: {
    ...subscriptionShape,
    ...startDateShape,
    billing_mode: fields({
      type: required(oneOf('classic', 'flexible')),
      flexible: fields({ proration_discounts: text }),
    }),
    currency: text,
    customer: required(text),
    items: required(array(itemFields)),
    payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
    trial_period_days: integer,
  },
  run(call, parameters) {
    const customer = findOrThrow(call, 'customer', parameters.customer, 'customer');
    if (parameters.items.length === 0)
      throw invalidRequest('You must pass at least one item.', { param: 'items' });
    assertBelongsToCustomer(call, parameters.default_payment_method, customer.id);
    const behavior = parameters.payment_behavior ?? 'allow_incomplete';
    const items = parameters.items.map((item, index) => ({
      price: readPrice(call, item, `items[${index}]`),
      quantity: item.quantity ?? 1,
      metadata: item.metadata,
    }));
    const { subscription, error } = startSubscription(call.sandbox, {
      customer: customer.id,
      start: readStart(call, parameters, items[0]?.price.recurring),
      items,
      behavior,
      billingMode: parameters.billing_mode?.type ?? 'flexible',
      cancelAt: parameters.cancel_at ?? undefined,
      cancelAtPeriodEnd: parameters.cancel_at_period_end,
      defaultPaymentMethod: parameters.default_payment_method,
      description: parameters.description ?? undefined,
      discounts: parameters.discounts ?? [],
      metadata: mergeMetadata({}, parameters.metadata),
      savesPaymentMethod: parameters.payment_settings?.save_default_payment_method === 'on_subscription',
      taxRates: readTaxRates(call, parameters.default_tax_rates),
      trialEnd: readTrialEnd(call, parameters),
    });
    if (behavior === 'error_if_incomplete' && error) throw new RolledBackError(error.status, error.body);
    return subscription;
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/subscriptions/:id',
  run: (call) => findOrThrow(call, 'subscription', call.path['id'] ?? ''),
});

const update = route({
  method: 'POST',
  path: '/v1/subscriptions/:id',
  parameters: {
    ...subscriptionShape,
    billing_cycle_anchor: fields({ type: required(oneOf('now', 'unchanged')) }),
    cancellation_details: fields({ comment: emptyable(text), feedback: emptyable(text) }),
    proration_date: integer,
    pause_collection: emptyable(
      fields({
        behavior: required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')),
        resumes_at: integer,
      }),
    ),
  },
  run(call, parameters) {
    const { sandbox } = call;
    const before = findOrThrow(call, 'subscription', call.path['id'] ?? '');
    assertNotEnded(before, parameters);
    assertBelongsToCustomer(call, parameters.default_payment_method, before.customer);
    const behavior = parameters.payment_behavior ?? 'allow_incomplete';
    if (behavior === 'pending_if_incomplete') assertCanBePending(before, parameters);
    assertNotScheduled(before, parameters);
    let subscription = sandbox.store.put('subscription', withChanges(call, before, parameters));
    rescheduleEnd(call, before, subscription);
    if (parameters.items || parameters.billing_cycle_anchor?.type === 'now') {
      const change = computeItemsChange(
        sandbox,
        subscription,
        readItemChanges(call, before, parameters.items ?? []),
        readChangeOptions(before, parameters),
      );
      const result = applyItemsChange(sandbox, subscription, change, {
        behavior,
        offSession: parameters.off_session ?? false,
      });
      if (result.error && behavior === 'error_if_incomplete')
        throw new RolledBackError(result.error.status, result.error.body);
      subscription = result.subscription;
      updateCurrentPhase(sandbox, subscription);
    }
    emit(sandbox, 'customer.subscription.updated', subscription, before);
    return subscription;
  },
});

const cancel = route({
  method: 'DELETE',
  path: '/v1/subscriptions/:id',
  parameters: {
    cancellation_details: fields({ comment: emptyable(text), feedback: emptyable(text) }),
    invoice_now: flag,
    prorate: flag,
  },
  run(call, { cancellation_details: details }) {
    const subscription = findOrThrow(call, 'subscription', call.path['id'] ?? '');
    assertNotEnded(subscription, {});
    return endSubscription(call.sandbox, subscription, { ...details, reason: 'cancellation_requested' });
  },
});

const list = route({
  method: 'GET',
  path: '/v1/subscriptions',
  parameters: {
    ...paging,
    collection_method: text,
    created: timeRange,
    current_period_end: timeRange,
    current_period_start: timeRange,
    customer: text,
    price: text,
    status: oneOf(
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ),
  },
  run: (call, parameters) =>
    listPage(
      call,
      'subscription',
      parameters,
      (subscription) => matches(subscription, parameters),
      indexed(call, 'subscription', { customer: parameters.customer }),
    ),
});

const retrieveItem = route({
  method: 'GET',
  path: '/v1/subscription_items',
  parameters: { ...paging, subscription: required(text) },
  run(call, parameters) {
    const { items } = findOrThrow(call, 'subscription', parameters.subscription, 'subscription');
    return { ...items, url: call.url };
  },
});

function assertBelongsToCustomer(call: Call, methodId: string | undefined, customer: string): void {
  if (methodId === undefined) return;
  const method = findOrThrow(call, 'payment_method', methodId, 'default_payment_method');
  if (method.customer !== customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
      { param: 'default_payment_method', code: 'resource_missing' },
    );
  }
}

/** The schedule decides how a subscription that it manages ends. */
function assertNotScheduled(
  { schedule }: Subscription,
  change: { cancel_at?: number | null; cancel_at_period_end?: boolean },
): void {
  const param = (['cancel_at', 'cancel_at_period_end'] as const).find((name) => change[name] !== undefined);
  if (schedule === null || param === undefined) return;
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    { param },
  );
}

/** Only metadata and cancellation details of an ended subscription can be updated. */
function assertNotEnded(subscription: Subscription, change: object): void {
  if (subscription.ended_at === null) return;
  const names = Object.keys(change).filter((name) => name !== 'expand');
  if (names.length > 0 && names.every((name) => name === 'metadata' || name === 'cancellation_details'))
    return;
  throw invalidRequest(
    `No such subscription: '${subscription.id}'. A canceled subscription can only update its cancellation_details and metadata.`,
    {
      param: 'id',
      code: 'resource_missing',
    },
  );
}

export const subscriptionRoutes: readonly Route[] = [create, retrieve, update, cancel, list, retrieveItem];
