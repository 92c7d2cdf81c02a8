import { newId } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { LineDraft, PendingItem } from '../state/records.ts';

/** Stores an amount for the customer's next invoice. */
export function addPendingItem(
  sandbox: Sandbox,
  {
    customer,
    amount,
    currency,
    description,
  }: { customer: string; amount: number; currency: string; description: string | null },
): PendingItem {
  const now = sandbox.clock.now();
  const id = newId('ii');
  const line: LineDraft = {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: {
        invoice_item: id,
        proration: false,
        proration_details: null,
        subscription: null,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    period: { start: now, end: now },
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: '1',
    subscription: null,
    subtotal: amount,
    taxes: [],
  };
  return sandbox.store.put('pending_item', { id, customer, line });
}

/** Removes and returns the lines for the customer's next invoice. */
export function takePendingItems({ store }: Sandbox, customer: string): LineDraft[] {
  return store.findBy('pending_item', 'customer', customer).map(({ id, line }) => {
    store.remove('pending_item', id);
    return line;
  });
}
