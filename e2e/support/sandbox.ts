import { send } from './http.js';
import { testEnvironment } from './test-environment.js';

/** Test cards by behavior. */
export const CARDS = {
  valid: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  requiresAuthentication: '4000 0027 6000 3184',
  processing: '4000 0099 0000 0004',
  processingThenDeclined: '4000 0099 0000 0012',
} as const;

interface Charge {
  id: string;
  amount: number;
  status: string;
  amount_refunded: number;
  payment_intent: string;
  billing_details: { email: string | null };
}

/** Successful charges of a payer at the payment provider. */
export async function listCharges(email: string): Promise<Charge[]> {
  const { data } = await stripeGet<{ data: Charge[] }>('charges?limit=100');
  return data.filter(
    ({ status, billing_details }) => status === 'succeeded' && billing_details.email === email,
  );
}

/** Configures a failure of the payment sandbox. */
export async function injectPaymentFailures(control: string, body: object): Promise<void> {
  const response = await send(`${testEnvironment.sandboxUrl}/controls/${control}`, { body });
  if (response.status >= 300)
    throw new Error(`sandbox ${control}: ${response.status} ${JSON.stringify(response.body)}`);
}

async function listCustomers(email: string): Promise<string[]> {
  const { data } = await stripeGet<{ data: { id: string }[] }>(
    `customers?email=${encodeURIComponent(email)}`,
  );
  return data.map(({ id }) => id);
}

export async function clearPaymentFailures(): Promise<void> {
  await send(`${testEnvironment.sandboxUrl}/controls`, { method: 'DELETE' });
}

/** Status of every subscription of the customer with this email at the provider. */
export async function listSubscriptionStatuses(email: string): Promise<string[]> {
  const customers = await listCustomers(email);
  const lists = await Promise.all(
    customers.map((id) =>
      stripeGet<{ data: { status: string }[] }>(`subscriptions?status=all&customer=${id}`),
    ),
  );
  return lists.flatMap(({ data }) => data.map(({ status }) => status));
}

/** Changes the price of a customer's subscription directly at the provider, which charges the difference at once. */
export async function updateSubscription(email: string, lookupKey: string): Promise<void> {
  type List = { data: { id: string; items: { data: { id: string }[] } }[] };
  const customers = await stripeGet<List>(`customers?email=${encodeURIComponent(email)}`);
  const subscriptions = await stripeGet<List>(`subscriptions?customer=${customers.data[0]!.id}`);
  const prices = await stripeGet<List>(`prices?lookup_keys[]=${lookupKey}`);
  const { id, items } = subscriptions.data[0]!;
  await stripePost(`subscriptions/${id}`, {
    'items[0][id]': items.data[0]!.id,
    'items[0][price]': prices.data[0]!.id,
    proration_behavior: 'always_invoice',
  });
}

/** Updates an intent directly at the provider. `form` uses Stripe's field names. */
export async function updatePaymentIntent(id: string, form: Record<string, string>): Promise<void> {
  await stripePost(`payment_intents/${id}`, form);
}

async function stripePost(path: string, form: Record<string, string>): Promise<void> {
  const response = await fetch(`${testEnvironment.sandboxUrl}/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
}

async function stripeGet<T>(path: string): Promise<T> {
  const response = await send(`${testEnvironment.sandboxUrl}/v1/${path}`, {
    method: 'GET',
    token: 'sk_test_sandbox',
  });
  if (response.status !== 200)
    throw new Error(`sandbox ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body as T;
}
