import { CURRENCY } from '@subscription-site/shared/money';
import type { CheckoutEntity } from './checkout.entity.js';

/** What was paid for a checkout, in the smallest unit of the currency. */
export interface Paid {
  amountCents: number;
  currency: string;
}

type PaidColumns = Pick<CheckoutEntity, 'amountCents' | 'paidCents' | 'paidCurrency'>;

/** Null for a payment from before it was stored. */
export function getPaidAmount({ paidCents, paidCurrency }: PaidColumns): Paid | null {
  return paidCents === null || paidCurrency === null
    ? null
    : { amountCents: paidCents, currency: paidCurrency };
}

/** Falls back to the amount due if the paid amount is not stored. */
export function getPaidOrDueAmount(checkout: PaidColumns): Paid {
  return getPaidAmount(checkout) ?? { amountCents: checkout.amountCents, currency: CURRENCY };
}
