import { schedule } from '../clock/tasks.ts';
import { collect } from './collection.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodLine } from './invoice-lines.ts';
import { newItem, planOf } from './plans.ts';
import { periodEndAfter } from './periods.ts';
import { keepForNextInvoice, prorate, takePendingProrations } from './prorations.ts';
import { periodOf } from './subscription-time.ts';
import type { Failure } from '../http/failure.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Price, Subscription, SubscriptionItem } from '../state/wire.ts';
import type { LineDraft } from '../state/records.ts';

export interface ItemChange {
  /** The item to change; a new one when absent. */
  id?: string;
  price?: Price;
  quantity?: number;
  deleted?: boolean;
  metadata?: Record<string, string>;
}

export interface ChangeRules {
  proration: 'create_prorations' | 'none' | 'always_invoice';
  resetAnchor: boolean;
}

/** What a change of items does to a subscription, worked out without doing it. */
export interface ItemsChange {
  items: SubscriptionItem[];
  anchor: number;
  lines: LineDraft[];
  /** The change is invoiced now: the period begins again, or it was asked for. */
  invoicedNow: boolean;
}

/** Another interval begins a new period now; the same interval keeps the period and prorates. */
export function planChange(
  sandbox: Sandbox,
  subscription: Subscription,
  changes: readonly ItemChange[],
  { proration, resetAnchor }: ChangeRules,
): ItemsChange {
  const now = sandbox.clock.now();
  const before = subscription.items.data;
  const recurrence = recurrenceAfter(before, changes);
  const restarts =
    resetAnchor || intervalOf(before[0]) !== `${recurrence.interval_count} ${recurrence.interval}`;
  const anchor = restarts ? now : subscription.billing_cycle_anchor;
  const period = restarts
    ? { start: now, end: periodEndAfter(now, now, recurrence) }
    : periodOf(subscription);
  const items = applyChanges(subscription, changes, period, now);
  const lines: LineDraft[] = [];
  if (proration !== 'none' && subscription.status !== 'trialing') {
    for (const item of before) {
      const after = items.find(({ id }) => id === item.id);
      if (after?.price.id === item.price.id && after.quantity === item.quantity && !restarts) continue;
      lines.push(...prorate(sandbox, item, restarts ? undefined : after, now));
    }
    const added = items.filter(({ id }) => !before.some((item) => item.id === id));
    if (!restarts) for (const item of added) lines.push(...prorate(sandbox, undefined, item, now));
  }
  if (restarts) lines.push(...items.map((item) => periodLine(sandbox, item)));
  return { items, anchor, lines, invoicedNow: restarts || proration === 'always_invoice' };
}

/** Does it: the new items stand, and what they cost is invoiced now or with the next period. */
export function changeItems(
  sandbox: Sandbox,
  subscription: Subscription,
  { items, anchor, lines, invoicedNow }: ItemsChange,
): { subscription: Subscription; failure?: Failure } {
  const { store } = sandbox;
  const changed = store.put('subscription', {
    ...subscription,
    billing_cycle_anchor: anchor,
    items: { ...subscription.items, data: items },
  });
  const period = periodOf(changed);
  schedule(sandbox, 'advance_subscription', changed.id, period.end);
  if (!invoicedNow) {
    keepForNextInvoice(sandbox, changed.id, lines);
    return { subscription: changed };
  }
  const all = [...takePendingProrations(sandbox, changed.id), ...lines];
  if (all.length === 0) return { subscription: changed };
  const draft = draftInvoice(sandbox, {
    subscription: changed,
    lines: all,
    reason: 'subscription_update',
    period,
  });
  const { failure } = collect(sandbox, finalizeInvoice(sandbox, draft));
  return { subscription: store.get('subscription', changed.id) ?? changed, failure };
}

function applyChanges(
  subscription: Subscription,
  changes: readonly ItemChange[],
  period: { start: number; end: number },
  now: number,
): SubscriptionItem[] {
  const kept = subscription.items.data.flatMap((item) => {
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
  return [...kept, ...added];
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
