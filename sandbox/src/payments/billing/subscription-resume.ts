import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { collect } from './collection.ts';
import { periodLine } from './invoice-lines.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodEndAfter, getPeriod } from './periods.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Subscription } from '../state/wire.ts';

/** Resumes a paused subscription: with a new period that is invoiced now, or with the rest of the current one. */
export function resumeSubscription(
  sandbox: Sandbox,
  paused: Subscription,
  startsNewPeriod: boolean,
): Subscription {
  const { store, clock } = sandbox;
  const now = clock.now();
  const [item] = paused.items.data;
  const recurrence = item?.price.recurring ?? { interval: 'month', interval_count: 1 };
  const period = startsNewPeriod
    ? { start: now, end: periodEndAfter(now, now, recurrence) }
    : getPeriod(paused);
  const { status_details: _details, ...rest } = paused;
  const items = rest.items.data.map((candidate) => ({
    ...candidate,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const resumed = store.put('subscription', {
    ...rest,
    status: 'active',
    billing_cycle_anchor: startsNewPeriod ? now : paused.billing_cycle_anchor,
    items: { ...rest.items, data: items },
  });
  schedule(sandbox, 'advance_subscription', resumed.id, period.end);
  emit(sandbox, 'customer.subscription.resumed', resumed, paused);
  if (startsNewPeriod) {
    const lines = items.map((candidate) => periodLine(sandbox, candidate));
    const draft = draftInvoice(sandbox, {
      subscription: resumed,
      lines,
      reason: 'subscription_update',
      period,
    });
    collect(sandbox, finalizeInvoice(sandbox, draft));
  }
  const after = store.get('subscription', resumed.id) ?? resumed;
  emit(sandbox, 'customer.subscription.updated', after, paused);
  return after;
}
