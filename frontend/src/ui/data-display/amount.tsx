import { CURRENCY } from '@subscription-site/shared/money';
import { formatAmount } from '@subscription-site/shared/amounts';
import type { BillingInterval } from '@subscription-site/shared/plans';

interface AmountProps {
  /** In the smallest unit of the currency. */
  cents: number;
  currency?: string;
}

/** Translators leave it as it is. */
export function Amount({ cents, currency = CURRENCY }: AmountProps) {
  return <span translate="no">{formatAmount(cents, currency)}</span>;
}

/** For example `$49 per month`. */
export function Price({ interval, ...amount }: AmountProps & { interval: BillingInterval }) {
  return (
    <>
      <Amount {...amount} />
      {` per ${interval}`}
    </>
  );
}
