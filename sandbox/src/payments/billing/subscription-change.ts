import { schedule } from '../clock/tasks.ts';
import { collect } from './collection.ts';
import { awaitConfirmation } from './dunning.ts';
import { discardPendingUpdate } from './invoice-void.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodLine } from './invoice-lines.ts';
import { showPendingUpdate } from './pending-updates.ts';
import { newItem, toPlan } from './plans.ts';
import { periodEndAfter, getPeriod } from './periods.ts';
import { storePendingProrations, prorate, takePendingProrations } from './prorations.ts';
import { ApiError } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, Price, Subscription, SubscriptionItem } from '../state/wire.ts';
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
  /** Prorates as of this time instead of now. */
  prorationDate?: number;
}

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

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
  { proration, resetAnchor, prorationDate }: ChangeOptions,
): ItemsChange {
  const now = sandbox.clock.now();
  const proratedAt = prorationDate ?? now;
  const before = subscription.items.data;
  const recurrence = recurrenceAfter(before, changes);
  const startsNewPeriod =
    resetAnchor || formatInterval(before[0]) !== `${recurrence.interval_count} ${recurrence.interval}`;
  const anchor = startsNewPeriod ? now : subscription.billing_cycle_anchor;
  const period = startsNewPeriod
    ? { start: now, end: periodEndAfter(now, now, recurrence) }
    : getPeriod(subscription);
  const items = changedItems(subscription, changes, period, now);
  const lines: LineDraft[] = [];
  if (proration !== 'none' && subscription.status !== 'trialing') {
    for (const item of before) {
      const after = items.find(({ id }) => id === item.id);
      if (after?.price.id === item.price.id && after.quantity === item.quantity && !startsNewPeriod) continue;
      lines.push(...prorate(sandbox, item, startsNewPeriod ? undefined : after, proratedAt));
    }
    const added = items.filter(({ id }) => !before.some((item) => item.id === id));
    if (!startsNewPeriod)
      for (const item of added) lines.push(...prorate(sandbox, undefined, item, proratedAt));
  }
  if (startsNewPeriod) lines.push(...items.map((item) => periodLine(sandbox, item)));
  return { items, anchor, lines, invoicedNow: startsNewPeriod || proration === 'always_invoice' };
}

/**
 * Applies the change. Its lines are invoiced immediately or with the next period. With `pending_if_incomplete`, a change that is
 * invoiced immediately takes effect only once its invoice is paid.
 */
export function applyItemsChange(
  sandbox: Sandbox,
  subscription: Subscription,
  { items, anchor, lines, invoicedNow }: ItemsChange,
  { behavior, offSession }: { behavior: PaymentBehavior; offSession: boolean },
): { subscription: Subscription; error?: ApiError } {
  const { store } = sandbox;
  const current = discardPendingUpdate(sandbox, subscription);
  const changed = { ...current, billing_cycle_anchor: anchor, items: { ...current.items, data: items } };
  const collectedProrations = invoicedNow ? takePendingProrations(sandbox, current.id) : [];
  const allLines = [...collectedProrations, ...lines];
  const waitsForPayment = behavior === 'pending_if_incomplete' && invoicedNow && allLines.length > 0;
  if (!waitsForPayment) {
    store.put('subscription', changed);
    schedule(sandbox, 'advance_subscription', changed.id, getPeriod(changed).end);
  }
  if (!invoicedNow) storePendingProrations(sandbox, changed.id, lines);
  if (!invoicedNow || allLines.length === 0) return { subscription: changed };
  const draft = draftInvoice(sandbox, {
    subscription: waitsForPayment ? current : changed,
    lines: allLines,
    reason: 'subscription_update',
    period: getPeriod(changed),
  });
  if (waitsForPayment) {
    store.put('held_update', { id: current.id, invoice: draft.id, anchor, items, collectedProrations });
  }
  const invoice = finalizeInvoice(sandbox, draft);
  const error = collectChange(sandbox, invoice, behavior, offSession);
  const held = store.get('held_update', current.id);
  const after = store.get('subscription', current.id) ?? changed;
  return { subscription: held ? showPendingUpdate(sandbox, after, held) : after, error };
}

/** Attempts to collect the invoice of a change, unless it waits for the customer to confirm the payment. */
function collectChange(
  sandbox: Sandbox,
  invoice: Invoice,
  behavior: PaymentBehavior,
  offSession: boolean,
): ApiError | undefined {
  if (invoice.amount_due > 0 && behavior === 'default_incomplete') {
    awaitConfirmation(sandbox, invoice);
    return undefined;
  }
  const { error } = collect(sandbox, invoice, { offSession });
  if (error || behavior !== 'error_if_incomplete') return error;
  if (sandbox.store.get('invoice', invoice.id)?.status !== 'open') return undefined;
  return new ApiError(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message:
      'Payment for this subscription requires additional user action before it can be completed successfully.',
  });
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
      plan: toPlan(price),
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

function formatInterval(item: SubscriptionItem | undefined): string {
  return `${item?.price.recurring?.interval_count ?? 1} ${item?.price.recurring?.interval ?? 'month'}`;
}
