import {
  advanceSubscription,
  cancelSubscriptionAtItsTime,
  expireIncomplete,
} from '../billing/subscription-time.ts';
import { finalizeAndCollect, retryCollection } from '../billing/collection.ts';
import { expireSession } from '../checkout/session-end.ts';
import { openDispute } from '../intents/disputes.ts';
import { resolveProcessing } from '../intents/attempt.ts';
import { settleRefund } from '../intents/refunds.ts';
import { nextDue, unschedule } from './tasks.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Task, TaskKind } from '../state/records.ts';

const WORK: Readonly<Record<TaskKind, (sandbox: Sandbox, subject: string) => void>> = {
  advance_subscription: advanceSubscription,
  expire_incomplete_subscription: expireIncomplete,
  cancel_subscription: cancelSubscriptionAtItsTime,
  finalize_invoice: finalizeAndCollect,
  retry_invoice: retryCollection,
  resolve_payment: resolveProcessing,
  expire_checkout_session: expireSession,
  open_dispute: openDispute,
  settle_refund: settleRefund,
};

/** Does what is due until this moment, in the order of its times and each at its own time. Answers how many. */
export function runTasks(sandbox: Sandbox, moment: number): number {
  let done = 0;
  for (let task = nextDue(sandbox, moment); task; task = nextDue(sandbox, moment)) {
    runTask(sandbox, task);
    done += 1;
  }
  return done;
}

/** Moves the clock forward to this moment, living through everything in between. */
export function advanceClock(sandbox: Sandbox, moment: number): number {
  const done = runTasks(sandbox, moment);
  sandbox.clock.moveTo(moment);
  return done;
}

/** One that fails is undone and dropped with a warning: it must not stop time for everything else. */
function runTask(sandbox: Sandbox, { kind, subject, dueAt }: Task): void {
  try {
    sandbox.store.transaction(() => {
      unschedule(sandbox, kind, subject);
      sandbox.clock.during(dueAt, () => WORK[kind](sandbox, subject));
    });
  } catch (error) {
    process.emitWarning(error as Error);
    unschedule(sandbox, kind, subject);
  }
}
