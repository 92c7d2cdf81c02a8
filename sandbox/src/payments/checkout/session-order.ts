import { embeddedList, type List } from '../http/listing.ts';
import { productName } from '../billing/invoice-lines.ts';
import type { Sandbox } from '../sandbox.ts';

export interface SessionLine {
  id: string;
  object: 'item';
  amount_discount: number;
  amount_subtotal: number;
  amount_tax: number;
  amount_total: number;
  currency: string;
  description: string;
  price: object;
  quantity: number;
}

/** The line items of a session. */
export function sessionLineItems(sandbox: Sandbox, sessionId: string): List<SessionLine> {
  const order = sandbox.store.get('session_order', sessionId);
  const data = (order?.items ?? []).flatMap(({ price: priceId, quantity }, index): SessionLine[] => {
    const price = sandbox.store.get('price', priceId);
    if (!price) return [];
    const amount = (price.unit_amount ?? 0) * quantity;
    return [
      {
        id: `li_${sessionId.slice(3)}${index}`,
        object: 'item',
        amount_discount: 0,
        amount_subtotal: amount,
        amount_tax: 0,
        amount_total: amount,
        currency: price.currency,
        description: productName(sandbox, price),
        price,
        quantity,
      },
    ];
  });
  return embeddedList(`/v1/checkout/sessions/${sessionId}/line_items`, data);
}
