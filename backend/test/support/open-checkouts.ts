import { randomUUID } from 'node:crypto';
import type { BillingInterval } from '@subscription-site/shared/plans';
import type { PaymentFixture } from './payment-fixture.js';
import type { SignedInUser } from './users.js';

/** Concurrent calls to the provider. */
const AT_ONCE = 20;

export type CheckoutKind = 'in-page' | 'hosted';

export interface OpenCheckoutRow {
  id: string;
  /** ID of the payment intent or hosted session. */
  providerId: string;
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

/** Opens a checkout on the provider's page; returns the ID of its session. */
export async function openHostedPage(
  product: PaymentFixture,
  { headers }: Pick<SignedInUser, 'headers'>,
  planName = 'team',
  interval: BillingInterval = 'month',
): Promise<string> {
  const order = { planName, interval };
  const { status, body } = await product.callFunction('create-checkout-session', order, headers);
  if (status !== 200) throw new Error(`create-checkout-session: ${status} ${JSON.stringify(body)}`);
  return String(body.url).split('/').at(-1)!;
}

/** Pays on the provider's page and returns. */
export async function payOnHostedPage(
  product: PaymentFixture,
  { headers }: Pick<SignedInUser, 'headers'>,
  session_id: string,
  number?: string,
): Promise<void> {
  await payHostedPage(product, session_id, number);
  await product.callFunction('check-subscription', { session_id }, headers);
}

/** Creates a card with the publishable key, as a page does. Returns the payment method's id. */
export async function createCard(product: PaymentFixture, number: string): Promise<string> {
  const created = await fetch(`${product.payments.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2070',
      'card[cvc]': '123',
    }),
  });
  return ((await created.json()) as { id: string }).id;
}

/** Pays the hosted page of a session like its form does, by default with a valid card. */
export async function payHostedPage(
  product: PaymentFixture,
  sessionId: string,
  number = '4242424242424242',
): Promise<void> {
  const paid = await fetch(`${product.payments.url}/checkout/${sessionId}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ payment_method: await createCard(product, number) }),
  });
  const response = (await paid.json()) as { outcome?: string };
  if (response.outcome !== 'complete')
    throw new Error(`the hosted page was not paid: ${JSON.stringify(response)}`);
}

function intentIn(product: PaymentFixture): (checkoutId: string) => Promise<string> {
  const { stripe } = product;
  return async (checkoutId) => {
    const metadata = { checkout_id: checkoutId, plan: 'team', interval: 'month' };
    const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd', metadata });
    return id;
  };
}

async function sessionIn(product: PaymentFixture): Promise<(checkoutId: string) => Promise<string>> {
  const { stripe } = product;
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
