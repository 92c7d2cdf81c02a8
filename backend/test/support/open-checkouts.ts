import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { TestShop } from './test-shop.js';

/** Calls to the provider at the same time. */
const AT_ONCE = 20;

export type CheckoutKind = 'in-page' | 'hosted';

export interface OpenCheckoutRow {
  id: string;
  /** Id of the payment intent or of the hosted session. */
  providerId: string;
}

/** The official client, pointed at the shop's payment sandbox. */
export function stripeOf(shop: TestShop): Stripe {
  const { hostname, port } = new URL(shop.payments.url);
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http' });
}

/** Open checkouts with their intents or sessions at the provider, begun this long ago and due for a check since then. */
export async function openCheckouts(
  shop: TestShop,
  kind: CheckoutKind,
  count: number,
  ageSeconds = 3600,
): Promise<OpenCheckoutRow[]> {
  const create = kind === 'in-page' ? intentIn(shop) : await sessionIn(shop);
  const rows: OpenCheckoutRow[] = [];
  while (rows.length < count) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - rows.length) }, () => randomUUID());
    rows.push(...(await Promise.all(ids.map(async (id) => ({ id, providerId: await create(id) })))));
  }
  const column = kind === 'in-page' ? 'payment_intent_id' : 'hosted_session_id';
  await shop.database.query({
    text: `insert into checkouts (id, ${column}, plan, billing_interval, amount_cents, status, next_check_at, created_at, updated_at)
           select id, provider_id, 'team', 'month', 4900, 'open', $3, $3, $3 from unnest($1::uuid[], $2::text[]) t (id, provider_id)`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ providerId }) => providerId),
      new Date(shop.clock.now().getTime() - ageSeconds * 1000),
    ],
  });
  return rows;
}

/** Pays the hosted page of a session as its own form does, by default with a good card. */
export async function payHosted(
  shop: TestShop,
  sessionId: string,
  number = '4242424242424242',
): Promise<void> {
  const form = new URLSearchParams({
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  const created = await fetch(`${shop.payments.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: form,
  });
  const { id } = (await created.json()) as { id: string };
  const paid = await fetch(`${shop.payments.url}/checkout/${sessionId}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ payment_method: id }),
  });
  const answer = (await paid.json()) as { outcome?: string };
  if (answer.outcome !== 'complete')
    throw new Error(`the hosted page was not paid: ${JSON.stringify(answer)}`);
}

function intentIn(shop: TestShop): (checkoutId: string) => Promise<string> {
  const stripe = stripeOf(shop);
  return async (checkoutId) => {
    const metadata = { checkout_id: checkoutId, plan: 'team', interval: 'month' };
    const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd', metadata });
    return id;
  };
}

async function sessionIn(shop: TestShop): Promise<(checkoutId: string) => Promise<string>> {
  const stripe = stripeOf(shop);
  const [price] = (await stripe.prices.list({ lookup_keys: ['team_month'] })).data;
  return async (checkoutId) => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price!.id, quantity: 1 }],
      metadata: { checkout_id: checkoutId, plan: 'team', interval: 'month' },
      success_url: 'http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}',
    });
    return id;
  };
}
