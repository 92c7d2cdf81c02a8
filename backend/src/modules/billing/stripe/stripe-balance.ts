import type Stripe from 'stripe';
import { callStripe } from './stripe-client.js';
import { idOf } from './stripe-mappers.js';
import { pagesOf } from './stripe-pages.js';

/** Metadata key of a balance transaction: the invoice that used the amount. */
const RETURNED_METADATA = 'returned_from_invoice';

/**
 * Returns to the customer's balance what an invoice has used of it: a credit, or a debt that it has charged. Does nothing if that was
 * returned before, or if the invoice was voided: then the provider returns it.
 */
export async function returnBalance(stripe: Stripe, invoice: Stripe.Invoice, key: string): Promise<void> {
  const { id, customer: reference, currency, created, number, status } = invoice;
  const customer = idOf(reference);
  const usedCents = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  if (usedCents === 0 || !customer || status === 'void') return;
  const list = { created: { gte: created } };
  for await (const page of pagesOf((after) =>
    stripe.customers.listBalanceTransactions(customer, { ...list, ...after }),
  ))
    if (page.some(({ metadata }) => metadata?.[RETURNED_METADATA] === id)) return;
  await callStripe(() =>
    stripe.customers.createBalanceTransaction(
      customer,
      {
        amount: -usedCents,
        currency,
        description: `Returned from invoice ${number}`,
        metadata: { [RETURNED_METADATA]: id! },
      },
      { idempotencyKey: key },
    ),
  );
}
