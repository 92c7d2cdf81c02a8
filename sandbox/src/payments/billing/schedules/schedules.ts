import { emit } from '../../events/emit.ts';
import { newId } from '../../state/identifiers.ts';
import { getPeriod } from '../periods.ts';
import { releaseSchedule } from './schedule-end.ts';
import { toPhaseItems, toPhase, type Phase } from './schedule-phases.ts';
import { enterPhase, planTransition } from './schedule-progress.ts';
import { applyItemsChange, computeItemsChange } from '../subscription-change.ts';
import { advanceSubscription } from '../subscription-cycle.ts';
import { endSubscription } from '../subscription-end.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Subscription, SubscriptionSchedule } from '../../state/wire.ts';

/** Puts the subscription under the control of a new schedule, whose only phase is the current period. */
export function createScheduleFrom(sandbox: Sandbox, subscription: Subscription): SubscriptionSchedule {
  const { store, clock } = sandbox;
  const { start, end } = getPeriod(subscription);
  const schedule = store.put('subscription_schedule', {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: clock.now(),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: subscription.cancel_at_period_end ? 'cancel' : 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [toPhase(subscription, { start, end })],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  });
  const managed = store.put('subscription', { ...subscription, schedule: schedule.id });
  planTransition(sandbox, schedule);
  emit(sandbox, 'subscription_schedule.created', schedule);
  emit(sandbox, 'customer.subscription.updated', managed, subscription);
  return schedule;
}

/** Replaces the phases. If the current phase has other items, the subscription changes immediately. */
export function replacePhases(
  sandbox: Sandbox,
  schedule: SubscriptionSchedule,
  phases: Phase[],
  proration: Phase['proration_behavior'],
): SubscriptionSchedule {
  const now = sandbox.clock.now();
  const current = phases.find(({ start_date: start, end_date: end }) => start <= now && now < end);
  const changed = sandbox.store.put('subscription_schedule', {
    ...schedule,
    phases,
    current_phase: current ? { start_date: current.start_date, end_date: current.end_date } : null,
  });
  planTransition(sandbox, changed);
  const subscription = sandbox.store.get('subscription', schedule.subscription ?? '');
  if (subscription && current)
    changeItems(sandbox, subscription, { ...current, proration_behavior: proration });
  return changed;
}

/** Starts the next phase, or ends the schedule after the last one. A scheduled task. */
export function advanceSchedule(sandbox: Sandbox, scheduleId: string): void {
  const { store, clock } = sandbox;
  const schedule = store.get('subscription_schedule', scheduleId);
  const subscription = store.get('subscription', schedule?.subscription ?? '');
  if (schedule?.status !== 'active' || !subscription) return;
  // The renewal at this moment also starts the phase.
  if (getPeriod(subscription).end === clock.now()) return advanceSubscription(sandbox, subscription.id);
  const next = enterPhase(sandbox, schedule, clock.now());
  if (next) changeItems(sandbox, subscription, next.phase);
  else if (schedule.end_behavior === 'cancel')
    endSubscription(sandbox, subscription, { reason: 'cancellation_requested' }, 'completed');
  else releaseSchedule(sandbox, schedule);
}

/** Announces that the schedule ends in seven days. A scheduled task. */
export function announceScheduleEnd(sandbox: Sandbox, scheduleId: string): void {
  const schedule = sandbox.store.get('subscription_schedule', scheduleId);
  if (schedule?.status === 'active') emit(sandbox, 'subscription_schedule.expiring', schedule);
}

function changeItems(sandbox: Sandbox, before: Subscription, phase: Phase): void {
  const { store } = sandbox;
  const target = toPhaseItems(sandbox, before, phase);
  const changes = [
    ...target.map(({ id, price, quantity = 1 }) =>
      before.items.data.some((item) => item.id === id) ? { id, price, quantity } : { price, quantity },
    ),
    ...before.items.data
      .filter((item) => !target.some(({ id }) => id === item.id))
      .map(({ id }) => ({ id, deleted: true })),
  ];
  const isSame = before.items.data.every(
    (item, index) => target[index]?.price.id === item.price.id && target[index]?.quantity === item.quantity,
  );
  if (isSame && target.length === before.items.data.length) return;
  const proration = phase.proration_behavior as 'always_invoice' | 'create_prorations' | 'none';
  const change = computeItemsChange(sandbox, before, changes, { proration, resetAnchor: false });
  applyItemsChange(sandbox, before, change, { behavior: 'allow_incomplete', offSession: true });
  emit(sandbox, 'customer.subscription.updated', store.get('subscription', before.id) ?? before, before);
}
