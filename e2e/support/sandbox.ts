import { send } from './http.js';
import { testEnvironment } from './test-environment.js';

/** Test cards by what they do. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  asksAlways: '4000 0027 6000 3184',
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

/** What a payer was really charged, as the payment provider knows it; rejected tries are left out. */
export async function chargesOf(email: string): Promise<Charge[]> {
  const { data } = await provider<{ data: Charge[] }>('charges?limit=100');
  return data.filter(
    ({ status, billing_details }) => status === 'succeeded' && billing_details.email === email,
  );
}

/** What the provider says of a payment intent. */
export async function intentStatus(id: string): Promise<string> {
  return (await provider<{ status: string }>(`payment_intents/${id}`)).status;
}

/** Sets a control of the payment sandbox. */
export async function troublePayments(control: string, body: object): Promise<void> {
  const answer = await send(`${testEnvironment.sandboxUrl}/controls/${control}`, { body });
  if (answer.status >= 300)
    throw new Error(`sandbox ${control}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

export async function mendPayments(): Promise<void> {
  await send(`${testEnvironment.sandboxUrl}/controls`, { method: 'DELETE' });
}

/** Status of every subscription of the person who has this address at the provider. */
export async function subscriptionsOf(email: string): Promise<string[]> {
  const customers = await provider<{ data: { id: string }[] }>(
    `customers?email=${encodeURIComponent(email)}`,
  );
  const lists = await Promise.all(
    customers.data.map(({ id }) =>
      provider<{ data: { status: string }[] }>(`subscriptions?status=all&customer=${id}`),
    ),
  );
  return lists.flatMap(({ data }) => data.map(({ status }) => status));
}

/** Changes an intent at the provider, behind the product's back. `form` in the provider's notation. */
export async function changePaymentIntent(id: string, form: Record<string, string>): Promise<void> {
  const answer = await fetch(`${testEnvironment.sandboxUrl}/v1/payment_intents/${id}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(`sandbox ${id}: ${answer.status} ${await answer.text()}`);
}

async function provider<T>(path: string): Promise<T> {
  const answer = await send(`${testEnvironment.sandboxUrl}/v1/${path}`, {
    method: 'GET',
    token: 'sk_test_sandbox',
  });
  if (answer.status !== 200)
    throw new Error(`sandbox ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}
