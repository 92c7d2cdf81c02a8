import type Stripe from 'stripe';
import type { PaymentFixture } from './payment-fixture.js';
import type { Subscriber } from './subscribers.js';

/** Changes the price of a subscription at the provider. */
export async function changePrice(
  product: PaymentFixture,
  { providerId }: Subscriber,
  lookupKey: string,
  options: Stripe.SubscriptionUpdateParams = {},
): Promise<void> {
  const [item] = (await product.stripe.subscriptions.retrieve(providerId)).items.data;
  const items = [{ id: item!.id, price: await getPriceId(product, lookupKey) }];
  await product.stripe.subscriptions.update(providerId, { items, ...options });
}

/** Changes the price at the provider at the end of the period. */
export async function schedulePrice(
  product: PaymentFixture,
  { providerId }: Subscriber,
  lookupKey: string,
): Promise<void> {
  const { id, phases } = await product.stripe.subscriptionSchedules.create({ from_subscription: providerId });
  const { start_date, end_date, items } = phases[0]!;
  const current = { start_date, end_date, items: [{ price: String(items[0]!.price) }] };
  const next = {
    items: [{ price: await getPriceId(product, lookupKey) }],
    duration: { interval: 'month' as const, interval_count: 1 },
  };
  await product.stripe.subscriptionSchedules.update(id, { end_behavior: 'release', phases: [current, next] });
}

async function getPriceId(product: PaymentFixture, lookupKey: string): Promise<string> {
  return (await product.stripe.prices.list({ lookup_keys: [lookupKey] })).data[0]!.id;
}
