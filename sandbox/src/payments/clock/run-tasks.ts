import {
  advanceSubscription,
  cancelScheduledSubscription,
  expireIncomplete,
} from '../billing/subscription-cycle.ts';
import { finalizeAndCollect, retryCollection } from '../billing/collection.ts';
import { expireSession } from '../checkout/session-end.ts';
import { openDispute } from '../intents/disputes.ts';
import { resolveProcessing } from '../intents/attempt.ts';
import { resolveRefund } from '../intents/refunds.ts';
import { nextDue, unschedule } from './tasks.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Task, TaskKind } from '../state/records.ts';

const TASK_HANDLERS: Readonly<Record<TaskKind, (sandbox: Sandbox, subject: string) => void>> = {
  advance_subscription: advanceSubscription,
  expire_incomplete_subscription: expireIncomplete,
  cancel_subscription: cancelScheduledSubscription,
  finalize_invoice: finalizeAndCollect,
  retry_invoice: retryCollection,
  resolve_payment: resolveProcessing,
  expire_checkout_session: expireSession,
  open_dispute: openDispute,
  settle_refund: resolveRefund,
};

/** Runs the tasks due by this moment in order, each at its own due time. Returns how many ran. */
export function runTasks(sandbox: Sandbox, moment: number): number {
  let count = 0;
  for (let task = nextDue(sandbox, moment); task; task = nextDue(sandbox, moment)) {
    runTask(sandbox, task);
    count += 1;
  }
  return count;
}

/** Moves the clock forward to this moment and runs every task that comes due on the way. */
export function advanceClock(sandbox: Sandbox, moment: number): number {
  const count = runTasks(sandbox, moment);
  sandbox.clock.moveTo(moment);
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
