import { schedule as scheduleTask, unschedule } from '../../clock/tasks.ts';
import { emit } from '../../events/emit.ts';
import { releaseSchedule } from './schedule-end.ts';
import { toPhase, findSchedule, type Phase } from './schedule-phases.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Subscription, SubscriptionSchedule } from '../../state/wire.ts';

const NOTICE_SECONDS = 7 * 24 * 60 * 60;

/** Schedules the end of the current phase, and the event before the end of the last one. */
export function planTransition(sandbox: Sandbox, schedule: SubscriptionSchedule): void {
  const { id, phases, current_phase: current } = schedule;
  unschedule(sandbox, 'announce_schedule_end', id);
  if (current) scheduleTask(sandbox, 'advance_schedule', id, current.end_date);
  const noticeAt = (phases.at(-1)?.end_date ?? 0) - NOTICE_SECONDS;
  if (noticeAt > sandbox.clock.now()) scheduleTask(sandbox, 'announce_schedule_end', id, noticeAt);
}

/** Makes the phase that starts at this moment the current one; undefined if there is none. */
export function enterPhase(
  sandbox: Sandbox,
  schedule: SubscriptionSchedule,
  moment: number,
): { schedule: SubscriptionSchedule; phase: Phase } | undefined {
  const phase = schedule.phases.find(({ start_date: start }) => start === moment);
  if (!phase) return undefined;
  const entered = sandbox.store.put('subscription_schedule', {
    ...schedule,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
  });
  emit(sandbox, 'subscription_schedule.updated', entered, schedule);
  planTransition(sandbox, entered);
  return { schedule: entered, phase };
}

/** Keeps the current phase of the schedule, if any, equal to the subscription after a direct change of its items. */
export function updateCurrentPhase(sandbox: Sandbox, subscription: Subscription): void {
  const schedule = findSchedule(sandbox, subscription);
  const current = schedule?.current_phase;
  if (!schedule || !current) return;
  const phases = schedule.phases.map((phase) =>
    phase.start_date === current.start_date
      ? { ...phase, items: toPhase(subscription, { start: phase.start_date, end: phase.end_date }).items }
      : phase,
  );
  const updated = sandbox.store.put('subscription_schedule', { ...schedule, phases });
  emit(sandbox, 'subscription_schedule.updated', updated, schedule);
}

/** Follows a renewal: enters the phase that starts with it, or releases the subscription after the last one. */
export function followRenewal(sandbox: Sandbox, subscription: Subscription, moment: number): void {
  const schedule = findSchedule(sandbox, subscription);
  if (schedule?.current_phase?.end_date !== moment) return;
  if (!enterPhase(sandbox, schedule, moment)) releaseSchedule(sandbox, schedule);
}
