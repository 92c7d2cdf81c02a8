import { payWithCard, type ApiResponse, type PaymentFixture } from './payment-fixture.js';

export interface Purchase {
  email: string;
  password: string;
  fullName: string;
  planName: string;
  amount: number;
}

let count = 0;

/** A buyer no one has seen before, who wants the Team plan by the month. */
export function aPurchase(input: Partial<Purchase> = {}): Purchase {
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

export interface OpenedIntent {
  clientSecret: string;
  paymentIntentId: string;
  cookie: string;
}

/** Opens a checkout as a browser does; `cookie` is what it keeps. */
export async function openCheckout(
  shop: PaymentFixture,
  { amount, planName }: Purchase,
  cookie?: string,
): Promise<OpenedIntent> {
  const response = await shop.call(
    'create-payment-intent',
    { amount, planName },
    cookie ? { Cookie: cookie } : {},
  );
  if (response.status !== 200)
    throw new Error(`create-payment-intent: ${response.status} ${JSON.stringify(response.body)}`);
  const body = response.body as unknown as { clientSecret: string; paymentIntentId: string };
  return { ...body, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0]! };
}

/** Says who buys, as the page does just before the charge; the checkout keeps the cookie that comes back. */
export async function prepare(
  shop: PaymentFixture,
  purchase: Purchase,
  opened: { clientSecret: string; cookie?: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await shop.call('prepare-checkout', prepareBody(purchase, opened.clientSecret), {
    ...(opened.cookie ? { Cookie: opened.cookie } : {}),
    ...headers,
  });
  const rotated = response.headers.get('set-cookie')?.split(';')[0];
  if (rotated) opened.cookie = rotated;
  return response;
}

/** What the page sends of a purchase before the charge. */
export function prepareBody(purchase: Purchase, clientSecret: string): object {
  const { email, password, fullName, planName, amount } = purchase;
  return { clientSecret, email, password, fullName, planName, amount };
}

/** Asks for the plan after the charge, as the page does. */
export function process(
  shop: PaymentFixture,
  purchase: Purchase,
  { paymentIntentId }: { paymentIntentId: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return shop.call('process-payment', { paymentIntentId, ...purchase }, headers);
}

/** Opens, prepares and pays; what follows is the test's. */
export async function pay(
  shop: PaymentFixture,
  purchase: Purchase,
  card: { number?: string } = {},
): Promise<OpenedIntent> {
  const opened = await openCheckout(shop, purchase);
  const prepared = await prepare(shop, purchase, opened);
  if (prepared.status !== 200)
    throw new Error(`prepare-checkout: ${prepared.status} ${JSON.stringify(prepared.body)}`);
  const paid = await payWithCard(shop, opened.clientSecret, { email: purchase.email, ...card });
  if (paid.status !== 'succeeded') throw new Error(`the card was not charged: ${JSON.stringify(paid)}`);
  return opened;
}

/** Signs in with a password; gives the status and the session. */
export async function signIn(
  shop: PaymentFixture,
  email: string,
  password: string,
): Promise<{ status: number; token: string; body: Record<string, unknown> }> {
  const response = await fetch(`${shop.url}/api/auth/v1/token?grant_type=password`, {
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
