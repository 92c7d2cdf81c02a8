import { payWithCard, type ApiResponse, type PaymentFixture } from './payment-fixture.js';

export interface Purchase {
  email: string;
  password: string;
  fullName: string;
  planName: string;
  amount: number;
}

let count = 0;

/** A new buyer of the monthly Team plan. */
export function buildPurchase(input: Partial<Purchase> = {}): Purchase {
  count += 1;
  return {
    email: `buyer-${count}-${Math.random().toString(36).slice(2, 8)}@example.com`,
    password: 'correct horse',
    fullName: 'Ada Buyer',
    planName: 'team',
    amount: 4900,
    ...input,
  };
}

export interface OpenedCheckout {
  clientSecret: string;
  paymentIntentId: string;
  cookie: string;
}

/** Opens a checkout as a browser does; returns the checkout cookie as well. */
export async function openCheckout(
  product: PaymentFixture,
  { amount, planName }: Purchase,
  cookie?: string,
): Promise<OpenedCheckout> {
  const response = await product.callFunction(
    'create-payment-intent',
    { amount, planName },
    cookie ? { Cookie: cookie } : {},
  );
  if (response.status !== 200)
    throw new Error(`create-payment-intent: ${response.status} ${JSON.stringify(response.body)}`);
  const body = response.body as unknown as { clientSecret: string; paymentIntentId: string };
  return { ...body, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0]! };
}

/** Submits the buyer, as the page does just before the charge, and stores the rotated cookie in `opened`. */
export async function prepareCheckout(
  product: PaymentFixture,
  purchase: Purchase,
  opened: { clientSecret: string; cookie?: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await product.callFunction(
    'prepare-checkout',
    prepareBody(purchase, opened.clientSecret),
    {
      ...(opened.cookie ? { Cookie: opened.cookie } : {}),
      ...headers,
    },
  );
  const rotated = response.headers.get('set-cookie')?.split(';')[0];
  if (rotated) opened.cookie = rotated;
  return response;
}

/** The body that the page sends before the charge. */
export function prepareBody(purchase: Purchase, clientSecret: string): object {
  const { email, password, fullName, planName, amount } = purchase;
  return { clientSecret, email, password, fullName, planName, amount };
}

/** Requests the plan after the charge, as the page does. */
export function processPayment(
  product: PaymentFixture,
  purchase: Purchase,
  { paymentIntentId }: { paymentIntentId: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return product.callFunction('process-payment', { paymentIntentId, ...purchase }, headers);
}

/** Opens and prepares a checkout and charges the card, without processing the payment. */
export async function payForCheckout(
  product: PaymentFixture,
  purchase: Purchase,
  card: { number?: string } = {},
): Promise<OpenedCheckout> {
  const opened = await openCheckout(product, purchase);
  const prepared = await prepareCheckout(product, purchase, opened);
  if (prepared.status !== 200)
    throw new Error(`prepare-checkout: ${prepared.status} ${JSON.stringify(prepared.body)}`);
  const paid = await payWithCard(product, opened.clientSecret, { email: purchase.email, ...card });
  if (paid.status !== 'succeeded') throw new Error(`the card was not charged: ${JSON.stringify(paid)}`);
  return opened;
}

/** Signs in with a password. */
export async function signIn(
  product: PaymentFixture,
  email: string,
  password: string,
): Promise<{ status: number; token: string; body: Record<string, unknown> }> {
  const response = await fetch(`${product.url}/api/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
    body: JSON.stringify({ email, password }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, token: String(body.access_token ?? ''), body };
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
