import { newId } from '../state/identifiers.ts';
import { formatAmount } from '../resources/amounts.ts';
import { itemAmount } from './plans.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Price, SubscriptionItem } from '../state/wire.ts';
import type { LineDraft } from '../state/records.ts';

interface LineInput {
  item: SubscriptionItem;
  amount: number;
  description: string;
  period: { start: number; end: number };
  proration: boolean;
}

/** The charge for one item for a full period. */
export function periodLine(sandbox: Sandbox, item: SubscriptionItem): LineDraft {
  return line({
    item,
    amount: itemAmount(item),
    description: `${item.quantity ?? 1} × ${productName(sandbox, item.price)} (at ${formatAmount(item.price.unit_amount ?? 0, item.price.currency)} / ${item.price.recurring?.interval ?? 'month'})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    proration: false,
  });
}

/** The zero-amount line for a trial period. */
export function trialLine(sandbox: Sandbox, item: SubscriptionItem): LineDraft {
  return line({
    item,
    amount: 0,
    description: `Trial period for ${productName(sandbox, item.price)}`,
    period: { start: item.current_period_start, end: item.current_period_end },
    proration: false,
  });
}

/** A credit or charge for the remainder of a period. */
export function prorationLine(
  item: SubscriptionItem,
  amount: number,
  description: string,
  start: number,
): LineDraft {
  return line({
    item,
    amount,
    description,
    period: { start, end: item.current_period_end },
    proration: true,
  });
}

export function productName({ store }: Sandbox, price: Price): string {
  return store.get('product', price.product)?.name ?? price.product;
}

function line({ item, amount, description, period, proration }: LineInput): LineDraft {
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  };
}
