import { formatAmount } from '../resources/amounts.ts';
import { productName, prorationLine } from './invoice-lines.ts';
import { itemAmount } from './plans.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SubscriptionItem } from '../state/wire.ts';
import type { LineDraft } from '../state/records.ts';

/** The credit for the remaining time on the old item and the charge for the remaining time on the new one, if any. */
export function prorate(
  sandbox: Sandbox,
  before: SubscriptionItem | undefined,
  after: SubscriptionItem | undefined,
  at: number,
): LineDraft[] {
  const lines: LineDraft[] = [];
  if (before) {
    lines.push(
      prorationLine(
        before,
        -remainingAmount(before, at),
        `Unused time on ${describe(sandbox, before)} after ${formatDay(at)}`,
        at,
      ),
    );
  }
  if (after) {
    lines.push(
      prorationLine(
        after,
        remainingAmount(after, at),
        `Remaining time on ${describe(sandbox, after)} after ${formatDay(at)}`,
        at,
      ),
    );
  }
  return lines;
}

export function storePendingProrations(
  { store }: Sandbox,
  subscription: string,
  lines: readonly LineDraft[],
): void {
  for (const line of lines) store.put('pending_proration', { id: line.id, subscription, line });
}

/** Removes and returns the prorations for the next invoice. */
export function takePendingProrations({ store }: Sandbox, subscription: string): LineDraft[] {
  return store.findBy('pending_proration', 'subscription', subscription).map(({ id, line }) => {
    store.remove('pending_proration', id);
    return line;
  });
}

function remainingAmount(item: SubscriptionItem, at: number): number {
  const length = item.current_period_end - item.current_period_start;
  return Math.round((itemAmount(item) * Math.max(0, item.current_period_end - at)) / length);
}

function describe(sandbox: Sandbox, item: SubscriptionItem): string {
  const { price, quantity = 1 } = item;
  return `${quantity} × ${productName(sandbox, price)} (at ${formatAmount(price.unit_amount ?? 0, price.currency)} / ${price.recurring?.interval ?? 'month'})`;
}

function formatDay(moment: number): string {
  return new Date(moment * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
