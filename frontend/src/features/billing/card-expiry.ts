import type { PaymentMethodItem } from '@subscription-site/shared/contracts';

/** Cards are valid through the last day of their month. */
export function isExpired({ expMonth, expYear }: PaymentMethodItem): boolean {
  return new Date() >= new Date(expYear, expMonth, 1);
}

/** For example `Expires 01/2035`. */
export function expiryText(card: PaymentMethodItem): string {
  const { expMonth, expYear } = card;
  return `${isExpired(card) ? 'Expired' : 'Expires'} ${String(expMonth).padStart(2, '0')}/${expYear}`;
}
