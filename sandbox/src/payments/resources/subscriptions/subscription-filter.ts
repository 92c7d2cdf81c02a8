import { getPeriod } from '../../billing/periods.ts';
import { isWithin, type Range } from '../../http/parameters.ts';
import type { Subscription } from '../../state/wire.ts';

/** Filters for listing subscriptions. */
export interface ListFilter {
  created?: Range;
  current_period_end?: Range;
  current_period_start?: Range;
  customer?: string;
  price?: string;
  status?: string;
}

export function matches(subscription: Subscription, filter: ListFilter): boolean {
  const { start, end } = getPeriod(subscription);
  return (
    isWithin(subscription.created, filter.created) &&
    isWithin(end, filter.current_period_end) &&
    isWithin(start, filter.current_period_start) &&
    (!filter.customer || subscription.customer === filter.customer) &&
    (!filter.price || subscription.items.data.some(({ price }) => price.id === filter.price)) &&
    hasStatus(subscription, filter.status)
  );
}

function hasStatus({ status }: Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return wanted === undefined ? status !== 'canceled' && status !== 'incomplete_expired' : status === wanted;
}
