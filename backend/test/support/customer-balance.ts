import type { BillingInterval } from '@subscription-site/shared/plans';
import type Stripe from 'stripe';
import { ProviderCustomers } from '../../src/modules/billing/index.js';
import { payHostedPage } from './open-checkouts.js';
import { payWithCard, type PaymentFixture } from './payment-fixture.js';
import {
  buildPurchase,
  openCheckout,
  prepareCheckout,
  processPayment,
  type OpenedCheckout,
  type Purchase,
} from './purchase.js';
import type { SignedInUser } from './users.js';

/** A customer of the user at the provider, with this balance: a credit is negative, a debt positive. Returns its id. */
export async function createCustomerWith(
  product: PaymentFixture,
  stripe: Stripe,
  { id: userId, email }: SignedInUser,
  balanceCents: number,
): Promise<string> {
  const { id } = await stripe.customers.create({ email, metadata: { user_id: userId } });
  const adjustment = { amount: balanceCents, currency: 'usd' };
  if (balanceCents !== 0) await stripe.customers.createBalanceTransaction(id, adjustment);
  const customers = product.api.get(ProviderCustomers, { strict: false });
  await product.database.transaction(() => customers.add(userId, id));
  return id;
}

/** Pays on our page. Recurring billing is not set up yet. */
export async function buyOnOurPage(
  product: PaymentFixture,
  { email, headers }: SignedInUser,
  plan: Partial<Purchase> = {},
): Promise<OpenedCheckout> {
  const purchase = buildPurchase({ ...plan, email });
  const opened = await openCheckout(product, purchase);
  await prepareCheckout(product, purchase, opened, headers);
  await payWithCard(product, opened.clientSecret, { email });
  const { status } = await processPayment(product, purchase, opened, headers);
  expect(status).toBe(200);
  return opened;
}

export async function openHostedPage(
  product: PaymentFixture,
  { headers }: SignedInUser,
  planName: string,
  interval: BillingInterval = 'month',
): Promise<string> {
  const order = { planName, interval };
  const { status, body } = await product.callFunction('create-checkout-session', order, headers);
  expect({ status, body }).toMatchObject({ status: 200 });
  return String(body.url).split('/').at(-1)!;
}

/** Pays on the provider's page and returns. */
export async function payOnHostedPage(
  product: PaymentFixture,
  { headers }: SignedInUser,
  session_id: string,
): Promise<void> {
  await payHostedPage(product, session_id);
  await product.callFunction('check-subscription', { session_id }, headers);
}
