import { CURRENCY } from '@subscription-site/shared/money';
import { formatAmount } from '@subscription-site/shared/amounts';

/** An amount in the smallest unit of its currency. Translators leave it as it is. */
export function Amount({ cents, currency = CURRENCY }: { cents: number; currency?: string }) {
  return <span translate="no">{formatAmount(cents, currency)}</span>;
}
