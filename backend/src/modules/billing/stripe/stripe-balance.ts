import Stripe from 'stripe';
import { PaymentProviderRejectedError } from '../billing-errors.js';
import { callStripe } from './stripe-client.js';
import { getId } from './stripe-mappers.js';
import { paginate } from './stripe-pages.js';

/** Metadata key of a balance transaction: the invoice that used the amount. */
const RETURNED_METADATA = 'returned_from_invoice';

/**
 * Returns to the customer's balance what an invoice took from it: a credit, or a debt that it charged. Does nothing if that was
 * returned before, if the invoice was voided, because then the provider returns it, or if the customer was deleted. Safe to call
 * concurrently.
 */
export async function returnBalance(stripe: Stripe, invoice: Stripe.Invoice): Promise<void> {
  const customer = getId(invoice.customer);
  const usedCents = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  if (usedCents === 0 || !customer || invoice.status === 'void') return;
  try {
    await returnCents(stripe, customer, invoice, usedCents);
  } catch (error) {
    const isDeleted =
      error instanceof PaymentProviderRejectedError && error.providerCode === 'resource_missing';
    if (!isDeleted) throw error;
  }
}

/**
 * All callers use the same keys, so concurrent calls count as one. For a day, the provider replays an error to requests with the same key,
 * so the next attempt uses another one.
 */
async function returnCents(
  stripe: Stripe,
  customer: string,
  invoice: Stripe.Invoice,
  usedCents: number,
): Promise<void> {
  const { id, currency, number } = invoice;
  const transaction = {
    amount: -usedCents,
    currency,
    description: `Returned from invoice ${number}`,
    metadata: { [RETURNED_METADATA]: id! },
  };
  for (let failures = 0; !(await isReturned(stripe, customer, invoice)); failures += 1) {
    const options = { idempotencyKey: `invoice:${id}:return-balance:${failures}`, maxNetworkRetries: 0 };
    try {
      await stripe.customers.createBalanceTransaction(customer, transaction, options);
      return;
    } catch (error) {
      if (!isReplayed(error)) await callStripe(() => Promise.reject(error));
    }
  }
}

async function isReturned(
  stripe: Stripe,
  customer: string,
  { id, created }: Stripe.Invoice,
): Promise<boolean> {
  const list = { created: { gte: created } };
  for await (const page of paginate((after) =>
    stripe.customers.listBalanceTransactions(customer, { ...list, ...after }),
  ))
    if (page.some(({ metadata }) => metadata?.[RETURNED_METADATA] === id)) return true;
  return false;
}

/** Whether the response is that of an earlier request with the same key. */
const isReplayed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
