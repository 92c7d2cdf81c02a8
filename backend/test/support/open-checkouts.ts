import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { PaymentFixture } from './payment-fixture.js';

/** Concurrent calls to the provider. */
const AT_ONCE = 20;

export type CheckoutKind = 'in-page' | 'hosted';

export interface OpenCheckoutRow {
  id: string;
  /** ID of the payment intent or hosted session. */
  providerId: string;
}

/** The official client, connected to the payment sandbox. */
export function stripeClientFor(product: PaymentFixture): Stripe {
  const { hostname, port } = new URL(product.payments.url);
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http' });
}

/** Inserts open checkouts with intents or sessions at the provider, created and due `ageSeconds` ago. */
export async function insertOpenCheckouts(
  product: PaymentFixture,
  kind: CheckoutKind,
  count: number,
  ageSeconds = 3600,
): Promise<OpenCheckoutRow[]> {
  const create = kind === 'in-page' ? intentIn(product) : await sessionIn(product);
  const rows: OpenCheckoutRow[] = [];
  while (rows.length < count) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - rows.length) }, () => randomUUID());
    rows.push(...(await Promise.all(ids.map(async (id) => ({ id, providerId: await create(id) })))));
  }
  const column = kind === 'in-page' ? 'payment_intent_id' : 'hosted_session_id';
  await product.database.query({
    text: `insert into checkouts (id, ${column}, plan, billing_interval, amount_cents, status, next_check_at, created_at, updated_at)
           select id, provider_id, 'team', 'month', 4900, 'open', $3, $3, $3 from unnest($1::uuid[], $2::text[]) t (id, provider_id)`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ providerId }) => providerId),
      new Date(product.clock.now().getTime() - ageSeconds * 1000),
    ],
  });
  return rows;
}

/** Pays the hosted page of a session like its form does, by default with a valid card. */
export async function payHostedPage(
  product: PaymentFixture,
  sessionId: string,
  number = '4242424242424242',
): Promise<void> {
  const form = new URLSearchParams({
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2070',
    'card[cvc]': '123',
  });
  const created = await fetch(`${product.payments.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: form,
  });
  const { id } = (await created.json()) as { id: string };
  const paid = await fetch(`${product.payments.url}/checkout/${sessionId}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ payment_method: id }),
  });
  const response = (await paid.json()) as { outcome?: string };
  if (response.outcome !== 'complete')
    throw new Error(`the hosted page was not paid: ${JSON.stringify(response)}`);
}

function intentIn(product: PaymentFixture): (checkoutId: string) => Promise<string> {
  const stripe = stripeClientFor(product);
  return async (checkoutId) => {
    const metadata = { checkout_id: checkoutId, plan: 'team', interval: 'month' };
    const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd', metadata });
    return id;
  };
}

async function sessionIn(product: PaymentFixture): Promise<(checkoutId: string) => Promise<string>> {
  const stripe = stripeClientFor(product);
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
