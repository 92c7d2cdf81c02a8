import { discountAmount } from './discounts.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, TaxRate } from '../state/wire.ts';

export type Totals = Pick<
  Invoice,
  | 'amount_due'
  | 'amount_remaining'
  | 'subtotal'
  | 'subtotal_excluding_tax'
  | 'total'
  | 'total_discount_amounts'
  | 'total_excluding_tax'
  | 'total_taxes'
>;

/** Totals of an invoice: lines minus discounts plus taxes. The amount due is never negative. */
export function computeTotals(
  sandbox: Sandbox,
  amounts: readonly number[],
  discounts: readonly string[],
  taxRates: readonly TaxRate[],
): Totals {
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0);
  const discount = discountAmount(sandbox, discounts, subtotal);
  const taxable = Math.max(0, subtotal - discount);
  const taxes = taxRates.map((rate) => ({ rate, amount: taxAmount(rate, taxable) }));
  const exclusiveTax = taxes.reduce((sum, { rate, amount }) => sum + (rate.inclusive ? 0 : amount), 0);
  const inclusiveTax = taxes.reduce((sum, { rate, amount }) => sum + (rate.inclusive ? amount : 0), 0);
  const total = subtotal - discount + exclusiveTax;
  return {
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
    subtotal,
    subtotal_excluding_tax: subtotal - inclusiveTax,
    total,
    total_discount_amounts: discounts.slice(0, 1).map((id) => ({ amount: discount, discount: id })),
    total_excluding_tax: total - exclusiveTax - inclusiveTax,
    total_taxes: taxes.map(({ rate, amount }) => ({
      amount,
      tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'standard_rated',
      taxable_amount: taxable,
      type: 'tax_rate_details',
    })),
  };
}

function taxAmount({ percentage, inclusive }: TaxRate, taxable: number): number {
  return inclusive
    ? Math.round(taxable - taxable / (1 + percentage / 100))
    : Math.round((taxable * percentage) / 100);
}
