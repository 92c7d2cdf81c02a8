import { unschedule } from '../../clock/tasks.ts';
import { emit } from '../../events/emit.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Subscription, SubscriptionSchedule } from '../../state/wire.ts';

/** Releases the subscription from its schedule. It continues with its current items. */
export function releaseSchedule(sandbox: Sandbox, schedule: SubscriptionSchedule): SubscriptionSchedule {
  const { store, clock } = sandbox;
  const subscription = store.get('subscription', schedule.subscription ?? '');
  unscheduleTasks(sandbox, schedule);
  const released = store.put('subscription_schedule', {
    ...schedule,
    status: 'released',
    current_phase: null,
    released_at: clock.now(),
    released_subscription: schedule.subscription,
    subscription: null,
  });
  emit(sandbox, 'subscription_schedule.released', released, schedule);
  if (subscription) {
    const after = store.put('subscription', { ...subscription, schedule: null });
    emit(sandbox, 'customer.subscription.updated', after, subscription);
  }
  return released;
}

/** Ends the schedule of a subscription that ends. */
export function endSchedule(
  sandbox: Sandbox,
  subscription: Subscription,
  reason: 'canceled' | 'completed' | 'delinquent',
): void {
  const { store, clock } = sandbox;
  const schedule = store.get('subscription_schedule', subscription.schedule ?? '');
  if (schedule?.status !== 'active') return;
  unscheduleTasks(sandbox, schedule);
  const now = clock.now();
  const ended = store.put('subscription_schedule', {
    ...schedule,
    status: reason === 'completed' ? 'completed' : 'canceled',
    current_phase: null,
    ...(reason === 'completed' ? { completed_at: now } : { canceled_at: now }),
  });
  if (reason === 'completed') emit(sandbox, 'subscription_schedule.completed', ended, schedule);
  if (reason === 'canceled') emit(sandbox, 'subscription_schedule.canceled', ended, schedule);
  if (reason === 'delinquent') emit(sandbox, 'subscription_schedule.aborted', ended, schedule);
}

function unscheduleTasks(sandbox: Sandbox, { id }: SubscriptionSchedule): void {
  unschedule(sandbox, 'advance_schedule', id);
  unschedule(sandbox, 'announce_schedule_end', id);
}
