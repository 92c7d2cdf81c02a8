import { emit } from '../events/emit.ts';
import { newId } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CustomerBalanceTransaction, Invoice } from '../state/wire.ts';

/** Smaller amounts are not charged, but owed with the next invoice. */
const MINIMUM_CHARGE_CENTS = 50;

interface BalanceChange {
  /** Negative for a credit, positive for a debit. */
  amount: number;
  currency: string;
  type: CustomerBalanceTransaction['type'];
  invoice?: string;
  creditNote?: string;
  description?: string;
  metadata?: Record<string, string>;
}

/** Changes the customer's balance, which is negative for a credit, and records why. */
export function changeBalance(
  sandbox: Sandbox,
  customerId: string,
  { amount, currency, type, invoice, creditNote, description, metadata }: BalanceChange,
): CustomerBalanceTransaction {
  const { store, clock } = sandbox;
  const customer = store.get('customer', customerId);
  const balance = (customer?.balance ?? 0) + amount;
  if (customer) {
    const changed = store.put('customer', { ...customer, balance, currency: customer.currency ?? currency });
    emit(sandbox, 'customer.updated', changed, customer);
  }
  return store.put('customer_balance_transaction', {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: clock.now(),
    credit_note: creditNote ?? null,
    currency,
    customer: customerId,
    customer_account: null,
    description: description ?? null,
    ending_balance: balance,
    invoice: invoice ?? null,
    livemode: false,
    metadata: metadata ?? {},
    type,
  });
}

/** The amounts of an invoice after applying the customer's balance. */
export function withBalance(
  { total }: Invoice,
  balance: number,
): Pick<Invoice, 'amount_due' | 'amount_remaining' | 'ending_balance' | 'starting_balance'> {
  const due = total + balance;
  const amountDue = due < MINIMUM_CHARGE_CENTS ? 0 : due;
  return {
    amount_due: amountDue,
    amount_remaining: amountDue,
    starting_balance: balance,
    ending_balance: due - amountDue,
  };
}

/** Applies the balance to an invoice that is being finalized. */
export function applyBalance(sandbox: Sandbox, invoice: Invoice): void {
  const amount = usedBalance(invoice);
  if (amount === 0 || invoice.customer === null) return;
  changeBalance(sandbox, invoice.customer, {
    amount,
    currency: invoice.currency,
    type: invoice.ending_balance! > 0 ? 'invoice_too_small' : 'applied_to_invoice',
    invoice: invoice.id,
  });
}

/** Returns to the balance what a voided invoice took from it. */
export function restoreBalance(sandbox: Sandbox, invoice: Invoice): void {
  const amount = -usedBalance(invoice);
  if (amount === 0 || invoice.customer === null) return;
  changeBalance(sandbox, invoice.customer, {
    amount,
    currency: invoice.currency,
    type: 'unapplied_from_invoice',
    invoice: invoice.id,
  });
}

const usedBalance = ({ starting_balance: before, ending_balance: after }: Invoice): number =>
  (after ?? before) - before;
