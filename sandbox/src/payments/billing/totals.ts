import { discountOf } from './discounts.ts';
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

/** The sums of an invoice: lines, less discounts, plus taxes. What is left over below zero is owed to no one here. */
export function totalsOf(
  sandbox: Sandbox,
  amounts: readonly number[],
  discounts: readonly string[],
  taxRates: readonly TaxRate[],
): Totals {
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0);
  const discount = discountOf(sandbox, discounts, subtotal);
  const taxable = Math.max(0, subtotal - discount);
  const taxes = taxRates.map((rate) => ({ rate, amount: taxAmount(rate, taxable) }));
  const added = taxes.reduce((sum, { rate, amount }) => sum + (rate.inclusive ? 0 : amount), 0);
  const included = taxes.reduce((sum, { rate, amount }) => sum + (rate.inclusive ? amount : 0), 0);
  const total = subtotal - discount + added;
  return {
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
    subtotal,
    subtotal_excluding_tax: subtotal - included,
    total,
    total_discount_amounts: discounts.slice(0, 1).map((id) => ({ amount: discount, discount: id })),
    total_excluding_tax: total - added - included,
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
