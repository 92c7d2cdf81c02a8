import { newId } from '../state/identifiers.ts';
import type { Price, SubscriptionItem } from '../state/wire.ts';

/** The legacy plan object of a price, which the provider still includes in every item. */
export function toPlan(price: Price): SubscriptionItem['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export interface ItemInput {
  price: Price;
  quantity: number;
  metadata?: Record<string, string>;
  period: { start: number; end: number };
}

export function newItem(subscription: string, created: number, input: ItemInput): SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: input.period.end,
    current_period_start: input.period.start,
    current_trial: null,
    discounts: [],
    metadata: input.metadata ?? {},
    plan: toPlan(input.price),
    price: input.price,
    quantity: input.quantity,
    subscription,
    tax_rates: [],
  };
}

/** Amount of an item for one period, in cents. */
export function itemAmount({ price, quantity = 1 }: Pick<SubscriptionItem, 'price' | 'quantity'>): number {
  return (price.unit_amount ?? Math.round(Number(price.unit_amount_decimal ?? 0))) * quantity;
}
