import { formatAmount } from './amounts.js';

/** The only currency charged, as a lowercase ISO 4217 code as Stripe expects it. */
export const CURRENCY = 'usd';

/** Formats integer cents as US dollars: `4900` → `$49`, `4950` → `$49.50`. */
export function formatCents(amountCents: number): string {
  return formatAmount(amountCents, CURRENCY);
}
