import { ProviderCustomers } from '../../src/modules/billing/index.js';
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
  { id: userId, email }: SignedInUser,
  balanceCents: number,
): Promise<string> {
  const { id } = await product.stripe.customers.create({ email, metadata: { user_id: userId } });
  const adjustment = { amount: balanceCents, currency: 'usd' };
  if (balanceCents !== 0) await product.stripe.customers.createBalanceTransaction(id, adjustment);
  const customers = product.api.get(ProviderCustomers);
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
