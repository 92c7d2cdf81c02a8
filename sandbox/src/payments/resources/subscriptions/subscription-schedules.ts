import { periodEndAfter } from '../../billing/periods.ts';
import { releaseSchedule } from '../../billing/schedules/schedule-end.ts';
import { newPhase, type Phase } from '../../billing/schedules/schedule-phases.ts';
import { createScheduleFrom, replacePhases } from '../../billing/schedules/schedules.ts';
import { endSubscription } from '../../billing/subscription-end.ts';
import { emit } from '../../events/emit.ts';
import { invalidRequest } from '../../http/api-error.ts';
import { findOrThrow, indexed, listPage, paging } from '../../http/listing.ts';
import {
  emptyable,
  either,
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
} from '../../http/parameters.ts';
import { route, type Call, type Route } from '../../http/route.ts';
import { readPrice } from './subscription-parameters.ts';
import type { SubscriptionSchedule } from '../../state/wire.ts';

const prorationBehavior = oneOf('always_invoice', 'create_prorations', 'none');

const phaseFields = fields({
  currency: text,
  default_payment_method: text,
  description: emptyable(text),
  duration: fields({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: integer }),
  end_date: either(oneOf('now'), integer),
  items: required(array(fields({ price: required(text), quantity: integer, metadata }))),
  metadata,
  proration_behavior: prorationBehavior,
  start_date: either(oneOf('now'), integer),
});

type PhaseValues = InferParameters<typeof phaseFields>;

const find = (call: Call): SubscriptionSchedule =>
  findOrThrow(call, 'subscription_schedule', call.path['id'] ?? '');

/** Only schedules for existing subscriptions are supported. */
const create = route({
  method: 'POST',
  path: '/v1/subscription_schedules',
  parameters: { from_subscription: required(text) },
  run(call, { from_subscription: id }) {
    const subscription = findOrThrow(call, 'subscription', id, 'from_subscription');
    if (subscription.schedule !== null) {
      throw invalidRequest(
        `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}.`,
        { param: 'from_subscription' },
      );
    }
    if (subscription.ended_at !== null || subscription.status === 'incomplete') {
      throw invalidRequest(
        `You cannot migrate a subscription with the status ${subscription.status} to a schedule.`,
        { param: 'from_subscription' },
      );
    }
    return createScheduleFrom(call.sandbox, subscription);
  },
});

const retrieve = route({ method: 'GET', path: '/v1/subscription_schedules/:id', run: find });

const update = route({
  method: 'POST',
  path: '/v1/subscription_schedules/:id',
  parameters: {
    end_behavior: oneOf('cancel', 'release'),
    metadata: emptyable(metadata),
    phases: array(phaseFields),
    proration_behavior: prorationBehavior,
  },
  run(call, { end_behavior: endBehavior, phases, proration_behavior: proration, ...parameters }) {
    const { sandbox } = call;
    const before = find(call);
    assertActive(before, 'update');
    const changed = sandbox.store.put('subscription_schedule', {
      ...before,
      end_behavior: endBehavior ?? before.end_behavior,
      metadata: mergeMetadata(before.metadata ?? {}, parameters.metadata),
    });
    const updated =
      phases === undefined
        ? changed
        : replacePhases(sandbox, changed, readPhases(call, before, phases), proration ?? 'create_prorations');
    emit(sandbox, 'subscription_schedule.updated', updated, before);
    return updated;
  },
});

const release = route({
  method: 'POST',
  path: '/v1/subscription_schedules/:id/release',
  parameters: { preserve_cancel_date: flag },
  run(call) {
    const schedule = find(call);
    assertActive(schedule, 'release');
    return releaseSchedule(call.sandbox, schedule);
  },
});

const cancel = route({
  method: 'POST',
  path: '/v1/subscription_schedules/:id/cancel',
  parameters: { invoice_now: flag, prorate: flag },
  run(call) {
    const schedule = find(call);
    assertActive(schedule, 'cancel');
    const subscription = findOrThrow(call, 'subscription', schedule.subscription ?? '');
    endSubscription(call.sandbox, subscription, { reason: 'cancellation_requested' });
    return find(call);
  },
});

const list = route({
  method: 'GET',
  path: '/v1/subscription_schedules',
  parameters: { ...paging, created: timeRange, customer: text, scheduled: flag },
  run: (call, { created, customer, ...page }) =>
    listPage(
      call,
      'subscription_schedule',
      page,
      (schedule) => isWithin(schedule.created, created) && (!customer || schedule.customer === customer),
      indexed(call, 'subscription_schedule', { customer }),
    ),
});

/** The current phase must keep its start; each later phase starts when the previous one ends. */
function readPhases(call: Call, schedule: SubscriptionSchedule, values: readonly PhaseValues[]): Phase[] {
  const now = call.sandbox.clock.now();
  const phases: Phase[] = [];
  for (const [index, value] of values.entries()) {
    const name = `phases[${index}]`;
    const previousEnd = phases.at(-1)?.end_date;
    const start = (value.start_date === 'now' ? now : value.start_date) ?? previousEnd;
    if (start === undefined) {
      throw invalidRequest('The first phase must have a start_date.', { param: `${name}[start_date]` });
    }
    if (previousEnd !== undefined && start !== previousEnd) {
      throw invalidRequest('A phase must start when the previous phase ends.', {
        param: `${name}[start_date]`,
      });
    }
    phases.push(readPhase(call, schedule, { value, start, name }));
  }
  const current = schedule.current_phase;
  if (current && !phases.some(({ start_date: start }) => start === current.start_date)) {
    throw invalidRequest('You can not modify the start date of the current phase.', {
      param: 'phases[0][start_date]',
    });
  }
  return phases;
}

function readPhase(
  call: Call,
  { subscription }: SubscriptionSchedule,
  { value, start, name }: { value: PhaseValues; start: number; name: string },
): Phase {
  const current = call.sandbox.store.get('subscription', String(subscription));
  const prices = value.items.map((item, index) => readPrice(call, item, `${name}[items][${index}]`, current));
  const [price] = prices;
  if (!price?.recurring) throw invalidRequest('A phase must have items.', { param: `${name}[items]` });
  const recurrence = value.duration
    ? { interval: value.duration.interval, interval_count: value.duration.interval_count ?? 1 }
    : price.recurring;
  const end =
    (value.end_date === 'now' ? call.sandbox.clock.now() : value.end_date) ??
    periodEndAfter(start, start, recurrence);
  if (end <= start) {
    throw invalidRequest('The end_date of a phase must be after its start_date.', {
      param: `${name}[end_date]`,
    });
  }
  return newPhase({
    currency: price.currency,
    items: value.items.map((item, index) => ({
      price: prices[index]?.id ?? item.price,
      quantity: item.quantity ?? 1,
      metadata: item.metadata,
    })),
    period: { start, end },
    proration: value.proration_behavior ?? 'create_prorations',
    description: value.description ?? undefined,
    defaultPaymentMethod: value.default_payment_method,
    metadata: value.metadata,
  });
}

function assertActive({ status }: SubscriptionSchedule, action: 'cancel' | 'release' | 'update'): void {
  if (status === 'active') return;
  throw invalidRequest(
    `You cannot ${action} a subscription schedule that is currently in the \`${status}\` status. The status must be \`not_started\` or \`active\`.`,
  );
}

export const subscriptionScheduleRoutes: readonly Route[] = [create, retrieve, update, release, cancel, list];
