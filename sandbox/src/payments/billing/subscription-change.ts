import { schedule } from '../clock/tasks.ts';
import { collect } from './collection.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodLine } from './invoice-lines.ts';
import { newItem, planOf } from './plans.ts';
import { periodEndAfter } from './periods.ts';
import { storePendingProrations, prorate, takePendingProrations } from './prorations.ts';
import { periodOf } from './subscription-cycle.ts';
import type { ApiError } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Price, Subscription, SubscriptionItem } from '../state/wire.ts';
import type { LineDraft } from '../state/records.ts';

export interface ItemChange {
  /** The item to change; adds an item if absent. */
  id?: string;
  price?: Price;
  quantity?: number;
  deleted?: boolean;
  metadata?: Record<string, string>;
}

export interface ChangeOptions {
  proration: 'create_prorations' | 'none' | 'always_invoice';
  resetAnchor: boolean;
}

/** The computed effect of a change of items, not applied yet. */
export interface ItemsChange {
  items: SubscriptionItem[];
  anchor: number;
  lines: LineDraft[];
  /** The change is invoiced immediately: a new period starts, or the request asked for it. */
  invoicedNow: boolean;
}

/** A different interval starts a new period now; the same interval keeps the period and prorates. */
export function computeItemsChange(
  sandbox: Sandbox,
  subscription: Subscription,
  changes: readonly ItemChange[],
  { proration, resetAnchor }: ChangeOptions,
): ItemsChange {
  const now = sandbox.clock.now();
  const before = subscription.items.data;
  const recurrence = recurrenceAfter(before, changes);
  const startsNewPeriod =
    resetAnchor || intervalOf(before[0]) !== `${recurrence.interval_count} ${recurrence.interval}`;
  const anchor = startsNewPeriod ? now : subscription.billing_cycle_anchor;
  const period = startsNewPeriod
    ? { start: now, end: periodEndAfter(now, now, recurrence) }
    : periodOf(subscription);
  const items = changedItems(subscription, changes, period, now);
  const lines: LineDraft[] = [];
  if (proration !== 'none' && subscription.status !== 'trialing') {
    for (const item of before) {
      const after = items.find(({ id }) => id === item.id);
      if (after?.price.id === item.price.id && after.quantity === item.quantity && !startsNewPeriod) continue;
      lines.push(...prorate(sandbox, item, startsNewPeriod ? undefined : after, now));
    }
    const added = items.filter(({ id }) => !before.some((item) => item.id === id));
    if (!startsNewPeriod) for (const item of added) lines.push(...prorate(sandbox, undefined, item, now));
  }
  if (startsNewPeriod) lines.push(...items.map((item) => periodLine(sandbox, item)));
  return { items, anchor, lines, invoicedNow: startsNewPeriod || proration === 'always_invoice' };
}

/** Applies the change. Its lines are invoiced immediately or with the next period. */
export function applyItemsChange(
  sandbox: Sandbox,
  subscription: Subscription,
  { items, anchor, lines, invoicedNow }: ItemsChange,
): { subscription: Subscription; error?: ApiError } {
  const { store } = sandbox;
  const changed = store.put('subscription', {
    ...subscription,
    billing_cycle_anchor: anchor,
    items: { ...subscription.items, data: items },
  });
  const period = periodOf(changed);
  schedule(sandbox, 'advance_subscription', changed.id, period.end);
  if (!invoicedNow) {
    storePendingProrations(sandbox, changed.id, lines);
    return { subscription: changed };
  }
  const allLines = [...takePendingProrations(sandbox, changed.id), ...lines];
  if (allLines.length === 0) return { subscription: changed };
  const draft = draftInvoice(sandbox, {
    subscription: changed,
    lines: allLines,
    reason: 'subscription_update',
    period,
  });
  const { error } = collect(sandbox, finalizeInvoice(sandbox, draft));
  return { subscription: store.get('subscription', changed.id) ?? changed, error };
}

function changedItems(
  subscription: Subscription,
  changes: readonly ItemChange[],
  period: { start: number; end: number },
  now: number,
): SubscriptionItem[] {
  const remaining = subscription.items.data.flatMap((item) => {
    const change = changes.find(({ id }) => id === item.id);
    if (change?.deleted) return [];
    const price = change?.price ?? item.price;
    return {
      ...item,
      price,
      plan: planOf(price),
      quantity: change?.quantity ?? item.quantity,
      metadata: { ...item.metadata, ...change?.metadata },
      current_period_start: period.start,
      current_period_end: period.end,
    };
  });
  const added = changes.flatMap(({ id, price, quantity = 1, metadata }) =>
    id === undefined && price ? newItem(subscription.id, now, { price, quantity, metadata, period }) : [],
  );
  return [...remaining, ...added];
}

function recurrenceAfter(
  before: readonly SubscriptionItem[],
  changes: readonly ItemChange[],
): { interval: string; interval_count: number } {
  const price = changes.find((change) => change.price && !change.deleted)?.price ?? before[0]?.price;
  return price?.recurring ?? { interval: 'month', interval_count: 1 };
}

function intervalOf(item: SubscriptionItem | undefined): string {
  return `${item?.price.recurring?.interval_count ?? 1} ${item?.price.recurring?.interval ?? 'month'}`;
}
