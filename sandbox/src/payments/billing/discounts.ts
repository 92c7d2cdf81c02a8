import { newId } from '../state/identifiers.ts';
import { resourceMissing } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Coupon, Discount, Subscription } from '../state/wire.ts';

export interface DiscountInput {
  coupon?: string;
  discount?: string;
}

/** Redeems coupons for a subscription. Ids of existing discounts pass through. */
export function applyDiscounts(
  sandbox: Sandbox,
  subscription: Subscription,
  inputs: readonly DiscountInput[],
): string[] {
  return inputs.map(({ coupon: couponId, discount }, index) => {
    if (discount !== undefined) return discount;
    const coupon = couponId === undefined ? undefined : sandbox.store.get('coupon', couponId);
    if (!coupon) throw resourceMissing('coupon', couponId ?? '', `discounts[${index}][coupon]`, 400);
    sandbox.store.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
    return putDiscount(sandbox, subscription, coupon).id;
  });
}

/** Total of the discounts in cents. */
export function discountAmount({ store }: Sandbox, discountIds: readonly string[], subtotal: number): number {
  let remaining = Math.max(0, subtotal);
  for (const id of discountIds) {
    const coupon = store.get('coupon', store.get('discount', id)?.source.coupon ?? '');
    if (coupon) remaining -= Math.min(remaining, couponAmount(coupon, remaining));
  }
  return Math.max(0, subtotal) - remaining;
}

/** Drops discounts with the duration `once`, which apply to a single invoice. */
export function withoutOneTimeDiscounts(sandbox: Sandbox, discountIds: readonly string[]): string[] {
  return discountIds.filter((id) => {
    const coupon = sandbox.store.get('coupon', sandbox.store.get('discount', id)?.source.coupon ?? '');
    return coupon?.duration !== 'once';
  });
}

function couponAmount({ amount_off: amountOff, percent_off: percentOff }: Coupon, base: number): number {
  return amountOff ?? Math.round((base * (percentOff ?? 0)) / 100);
}

function putDiscount(sandbox: Sandbox, subscription: Subscription, coupon: Coupon): Discount {
  return sandbox.store.put('discount', {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: subscription.customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: sandbox.clock.now(),
    subscription: subscription.id,
    subscription_item: null,
  });
}
