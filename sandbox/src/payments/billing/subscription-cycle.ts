import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { periodLine } from './invoice-lines.ts';
import { draftInvoice } from './invoices.ts';
import { expirePendingUpdate } from './invoice-void.ts';
import { periodEndAfter, getPeriod, type Recurrence } from './periods.ts';
import { takePendingProrations } from './prorations.ts';
import { endsWithScheduleAt, toPhaseItems, phaseStartingAt } from './schedules/schedule-phases.ts';
import { followRenewal } from './schedules/schedule-progress.ts';
import { endSubscription, expireIncompleteSubscription } from './subscription-end.ts';
import { keepAsDraft } from './uncollectible.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Subscription, SubscriptionItem } from '../state/wire.ts';

/** How long a renewal's invoice stays a draft before it is collected, as with the provider. */
export const DRAFT_SECONDS = 60 * 60;

/** Ends the current period: cancels the subscription if requested, otherwise renews and invoices it. A scheduled task. */
export function advanceSubscription(sandbox: Sandbox, subscriptionId: string): void {
  expirePendingUpdate(sandbox, subscriptionId);
  const subscription = sandbox.store.get('subscription', subscriptionId);
  if (!subscription || subscription.ended_at !== null || subscription.status === 'paused') return;
  const period = getPeriod(subscription);
  const endsWithSchedule = endsWithScheduleAt(sandbox, subscription, period.end);
  if (subscription.cancel_at_period_end || endsWithSchedule) {
    const scheduleEnd = endsWithSchedule ? 'completed' : undefined;
    endSubscription(sandbox, subscription, { reason: 'cancellation_requested' }, scheduleEnd);
    return;
  }
  startNextPeriod(sandbox, subscription);
  followRenewal(sandbox, subscription, period.end);
  const renewed = sandbox.store.get('subscription', subscription.id) ?? subscription;
  const lines = [
    ...takePendingProrations(sandbox, subscription.id),
    ...renewed.items.data.map((item) => periodLine(sandbox, item)),
  ];
  const invoice = draftInvoice(sandbox, {
    subscription: renewed,
    lines,
    reason: 'subscription_cycle',
    period,
  });
  if (staysDraft(renewed)) keepAsDraft(sandbox, invoice);
  else {
    const collectAt = sandbox.clock.now() + DRAFT_SECONDS;
    sandbox.store.put('invoice', { ...invoice, automatically_finalizes_at: collectAt });
    schedule(sandbox, 'finalize_invoice', invoice.id, collectAt);
  }
  emit(
    sandbox,
    'customer.subscription.updated',
    sandbox.store.get('subscription', subscription.id) ?? renewed,
    subscription,
  );
}

/** Invoices of an unpaid subscription are not collected automatically. */
function staysDraft({ status, pause_collection: pause }: Subscription): boolean {
  return status === 'unpaid' || pause?.behavior === 'keep_as_draft';
}

/** Expires a subscription whose first payment is overdue. A scheduled task. */
export function expireIncomplete(sandbox: Sandbox, subscriptionId: string): void {
  const subscription = sandbox.store.get('subscription', subscriptionId);
  if (subscription?.status === 'incomplete') expireIncompleteSubscription(sandbox, subscription);
}

/** Cancels the subscription at `cancel_at`. A scheduled task. */
export function cancelScheduledSubscription(sandbox: Sandbox, subscriptionId: string): void {
  const subscription = sandbox.store.get('subscription', subscriptionId);
  if (subscription) endSubscription(sandbox, subscription, { reason: 'cancellation_requested' });
}

/** The items and the anchor of the period after the current one, with the phase that starts with it, if any. */
export function computeNextPeriod(
  sandbox: Sandbox,
  subscription: Subscription,
): { items: SubscriptionItem[]; anchor: number } {
  const { end } = getPeriod(subscription);
  const phase = phaseStartingAt(sandbox, subscription, end);
  const items = phase ? toPhaseItems(sandbox, subscription, phase) : subscription.items.data;
  const before = getRecurrence(subscription.items.data);
  const after = getRecurrence(items);
  const keepsInterval = before.interval === after.interval && before.interval_count === after.interval_count;
  const anchor = keepsInterval ? subscription.billing_cycle_anchor : end;
  const period = { current_period_start: end, current_period_end: periodEndAfter(end, anchor, after) };
  return { items: items.map((item) => ({ ...item, ...period })), anchor };
}

function getRecurrence(items: readonly SubscriptionItem[]): Recurrence {
  return items[0]?.price.recurring ?? { interval: 'month', interval_count: 1 };
}

function startNextPeriod(sandbox: Sandbox, subscription: Subscription): void {
  const { items, anchor } = computeNextPeriod(sandbox, subscription);
  const renewed = sandbox.store.put('subscription', {
    ...subscription,
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
    billing_cycle_anchor: anchor,
    items: { ...subscription.items, data: items },
  });
  schedule(sandbox, 'advance_subscription', subscription.id, getPeriod(renewed).end);
}
