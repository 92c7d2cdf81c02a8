import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  advanceSubscription,
  cancelScheduledSubscription,
  expireIncomplete,
} from '../billing/subscription-cycle.ts';
import { finalizeAndCollect, retryCollection } from '../billing/collection.ts';
import { expirePendingUpdate } from '../billing/invoice-void.ts';
import { advanceSchedule, announceScheduleEnd } from '../billing/schedules/schedules.ts';
import { resumeCollection } from '../billing/subscription-pause.ts';
import { purgeEvents } from '../events/purge-events.ts';
import { expireSession } from '../checkout/session-end.ts';
import { lapseDispute, openDispute } from '../intents/disputes.ts';
import { resolveProcessing } from '../intents/attempt.ts';
import { resolveRefund } from '../intents/refunds.ts';
import { nextTask, unschedule } from './tasks.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Task, TaskKind } from '../state/records.ts';

const TASK_HANDLERS: Readonly<Record<TaskKind, (sandbox: Sandbox, subject: string) => void>> = {
  advance_subscription: advanceSubscription,
  expire_incomplete_subscription: expireIncomplete,
  expire_pending_update: expirePendingUpdate,
  cancel_subscription: cancelScheduledSubscription,
  advance_schedule: advanceSchedule,
  announce_schedule_end: announceScheduleEnd,
  finalize_invoice: finalizeAndCollect,
  retry_invoice: retryCollection,
  resume_collection: resumeCollection,
  resolve_payment: resolveProcessing,
  expire_checkout_session: expireSession,
  open_dispute: openDispute,
  lapse_dispute: lapseDispute,
  settle_refund: resolveRefund,
};

/** How long tasks run before API requests are served. */
const TURN_MS = 20;

/** Runs the tasks due by this moment in order, each at its own due time. Returns how many ran. */
export function runTasks(sandbox: Sandbox, moment: number): number {
  let count = 0;
  for (let task = nextTask(sandbox); task && task.dueAt <= moment; task = nextTask(sandbox)) {
    runTask(sandbox, task);
    count += 1;
  }
  return count;
}

/**
 * Advances the clock to this moment and runs every task that comes due on the way. API requests are served in between and
 * see the time that was reached.
 */
export async function advanceClock(sandbox: Sandbox, moment: number): Promise<number> {
  let count = 0;
  let turnEndsAt = performance.now() + TURN_MS;
  for (let task = nextTask(sandbox); task && task.dueAt <= moment; task = nextTask(sandbox)) {
    if (performance.now() > turnEndsAt) {
      sandbox.clock.advanceTo(Math.max(task.dueAt, sandbox.clock.now()));
      purgeEvents(sandbox);
      await nextTurn();
      turnEndsAt = performance.now() + TURN_MS;
    }
    runTask(sandbox, task);
    count += 1;
  }
  if (moment > sandbox.clock.now()) sandbox.clock.advanceTo(moment);
  return count;
}

/** A failing task is rolled back and dropped with a warning, so that it can't block the others. */
function runTask(sandbox: Sandbox, { kind, subject, dueAt }: Task): void {
  try {
    sandbox.store.transaction(() => {
      unschedule(sandbox, kind, subject);
      sandbox.clock.runAt(dueAt, () => TASK_HANDLERS[kind](sandbox, subject));
    });
  } catch (error) {
    process.emitWarning(error as Error);
    unschedule(sandbox, kind, subject);
  }
}
