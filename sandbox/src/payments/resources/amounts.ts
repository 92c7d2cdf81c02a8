import { invalidRequest } from '../http/api-error.ts';

const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;
const CURRENCIES = new Set([
  'usd',
  'eur',
  'gbp',
  'cad',
  'aud',
  'chf',
  'jpy',
  'sek',
  'nok',
  'dkk',
  'pln',
  'nzd',
  'sgd',
  'inr',
  'brl',
  'mxn',
]);

/** Validates a currency and converts it to lowercase. */
export function readCurrency(currency: string): string {
  const lower = currency.toLowerCase();
  if (CURRENCIES.has(lower)) return lower;
  throw invalidRequest(
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...CURRENCIES].join(', ')}`,
    {
      param: 'currency',
    },
  );
}

/** Validates an amount to charge, in the currency's smallest unit. */
export function readAmount(amount: number, currency: string): number {
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      param: 'amount',
      code: 'parameter_invalid_integer',
    });
  }
  if (amount < MIN_CENTS) {
    throw invalidRequest(`Amount must be at least ${formatAmount(MIN_CENTS, currency)}`, {
      param: 'amount',
      code: 'amount_too_small',
    });
  }
  if (amount > MAX_CENTS) {
    throw invalidRequest(`Amount must be no more than ${formatAmount(MAX_CENTS, currency)}`, {
      param: 'amount',
      code: 'amount_too_large',
    });
  }
  return amount;
}

export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}
