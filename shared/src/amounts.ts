interface Formats {
  /** Smallest units in one unit of the currency. */
  unit: number;
  /** With all decimal places. */
  exact: Intl.NumberFormat;
  /** Without decimal places, if there are no cents. */
  short: Intl.NumberFormat;
}

/** Decimal places at the payment provider where they differ from the currency's own. */
const PROVIDER_DECIMALS: Partial<Record<string, number>> = { isk: 2, mga: 0, ugx: 2 };

/** Kept, because creating a formatter costs a hundred times as much as using it. */
const known = new Map<string, Formats>();

function getFormats(currency: string): Formats {
  const found = known.get(currency);
  if (found) return found;
  const style = { style: 'currency', currency } as const;
  const exact = new Intl.NumberFormat('en-US', style);
  const short = new Intl.NumberFormat('en-US', { ...style, minimumFractionDigits: 0 });
  const decimals = PROVIDER_DECIMALS[currency.toLowerCase()] ?? exact.resolvedOptions().maximumFractionDigits;
  const unit = 10 ** (decimals ?? 2);
  const formats = { unit, exact, short };
  known.set(currency, formats);
  return formats;
}

/**
 * Formats an amount in a currency's smallest unit: `4800`, `eur` → `€48`, or `€48.00` with `allDecimals`, so that amounts line up.
 * Negative amounts start with a minus sign, not a hyphen: `−€48`.
 */
export function formatAmount(
  amount: number,
  currency: string,
  { allDecimals = false }: { allDecimals?: boolean } = {},
): string {
  const { unit, exact, short } = getFormats(currency);
  const format = allDecimals || amount % unit !== 0 ? exact : short;
  return format.format(amount / unit).replace('-', '−');
}
