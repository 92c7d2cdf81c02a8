/** The only currency charged, as a lowercase ISO 4217 code as Stripe expects it. */
export const CURRENCY = 'usd';

/** Shared, because creating a formatter costs a hundred times as much as using it. */
const [WHOLE, WITH_CENTS] = [0, 2].map(
  (digits) =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: CURRENCY,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** Formats integer cents as US dollars: `4900` → `$49`, `4950` → `$49.50`. */
export function formatCents(amountCents: number): string {
  return (amountCents % 100 === 0 ? WHOLE : WITH_CENTS).format(amountCents / 100);
}

/** Formats an amount in a currency's smallest unit: `4800`, `eur` → `€48`. */
export function formatAmount(amount: number, currency: string): string {
  const style = { style: 'currency', currency } as const;
  const unit = 10 ** (new Intl.NumberFormat('en-US', style).resolvedOptions().maximumFractionDigits ?? 2);
  const digits = amount % unit === 0 ? { minimumFractionDigits: 0 } : {};
  return new Intl.NumberFormat('en-US', { ...style, ...digits }).format(amount / unit);
}
