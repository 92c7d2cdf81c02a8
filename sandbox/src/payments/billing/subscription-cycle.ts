import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { periodLine } from './invoice-lines.ts';
import { draftInvoice } from './invoices.ts';
import { periodEndAfter } from './periods.ts';
import { takePendingProrations } from './prorations.ts';
import { endSubscription, expireIncompleteSubscription } from './subscription-end.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Subscription } from '../state/wire.ts';

/** How long a renewal's invoice stays a draft before it is collected, as with the provider. */
const DRAFT_SECONDS = 60 * 60;

/** Ends the current period: cancels the subscription if requested, otherwise renews and invoices it. A scheduled task. */
export function advanceSubscription(sandbox: Sandbox, subscriptionId: string): void {
  const subscription = sandbox.store.get('subscription', subscriptionId);
  if (!subscription || subscription.ended_at !== null) return;
  if (subscription.cancel_at_period_end) {
    endSubscription(sandbox, subscription, { reason: 'cancellation_requested' });
    return;
  }
  const renewed = startNextPeriod(sandbox, subscription);
  const period = { start: periodOf(subscription).start, end: periodOf(subscription).end };
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
  const collectAt = sandbox.clock.now() + DRAFT_SECONDS;
  sandbox.store.put('invoice', { ...invoice, automatically_finalizes_at: collectAt });
  schedule(sandbox, 'finalize_invoice', invoice.id, collectAt);
  emit(
    sandbox,
    'customer.subscription.updated',
    sandbox.store.get('subscription', subscription.id) ?? renewed,
    subscription,
  );
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

/** The current period. All items share it. */
export function periodOf(subscription: Subscription): { start: number; end: number } {
  const [item] = subscription.items.data;
  return {
    start: item?.current_period_start ?? subscription.start_date,
    end: item?.current_period_end ?? subscription.start_date,
  };
}

function startNextPeriod(sandbox: Sandbox, subscription: Subscription): Subscription {
  const { end } = periodOf(subscription);
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: end,
    current_period_end: periodEndAfter(
      end,
      subscription.billing_cycle_anchor,
      item.price.recurring ?? { interval: 'month', interval_count: 1 },
    ),
  }));
  const renewed = sandbox.store.put('subscription', {
    ...subscription,
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
    items: { ...subscription.items, data: items },
  });
  schedule(sandbox, 'advance_subscription', subscription.id, periodOf(renewed).end);
  return renewed;
}
