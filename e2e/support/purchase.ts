import { callFunction, type JsonResponse } from './http.js';
import { newUser, type TestUser } from './users.js';
import { CARDS } from './sandbox.js';
import { testEnvironment } from './test-environment.js';

/** A plan in wire format. */
export interface PlanSelection {
  planName: string;
  interval: 'month' | 'year';
  amount: number;
}

export const TEAM: PlanSelection = { planName: 'team', interval: 'month', amount: 4900 };

export interface CheckoutIntent {
  clientSecret: string;
  paymentIntentId: string;
  /** The current checkout cookie. */
  cookie: string;
}

/** Requests a payment intent, as the page does on load. */
export async function openCheckout(plan = TEAM): Promise<CheckoutIntent> {
  const response = expectOk('create-payment-intent', await callFunction('create-payment-intent', plan));
  return { ...(response.body as unknown as CheckoutIntent), cookie: readCookie(response)! };
}

/** Submits who is buying, as the page does before the charge, and stores the rotated cookie in `intent`. */
export async function prepareCheckout(
  intent: CheckoutIntent,
  user: TestUser,
  plan = TEAM,
): Promise<JsonResponse> {
  const { planName, amount } = plan;
  const response = await callFunction(
    'prepare-checkout',
    { clientSecret: intent.clientSecret, ...user, planName, amount },
    { headers: { Cookie: intent.cookie } },
  );
  intent.cookie = readCookie(response) ?? intent.cookie;
  return response;
}

function readCookie({ headers }: JsonResponse): string | undefined {
  return headers.get('set-cookie')?.split(';')[0];
}

/** Charges a card, as the provider's script does, and returns the intent's status. Throws the provider's error. */
export async function chargeCard(
  intent: CheckoutIntent,
  user: TestUser,
  card: string = CARDS.valid,
): Promise<string> {
  const form = new URLSearchParams({
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.replaceAll(' ', ''),
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': user.fullName,
    'payment_method_data[billing_details][email]': user.email,
  });
  const response = await fetch(
    `${testEnvironment.sandboxUrl}/v1/payment_intents/${intent.paymentIntentId}/confirm`,
    { method: 'POST', headers: { Authorization: 'Bearer pk_test_sandbox' }, body: form },
  );
  const body = (await response.json()) as { status?: string };
  if (!body.status) throw new Error(`charge failed: ${JSON.stringify(body)}`);
  return body.status;
}

/** Requests provisioning after the charge, as the page does. */
export function processPayment(intent: CheckoutIntent, user: TestUser, plan = TEAM): Promise<JsonResponse> {
  const { planName, amount } = plan;
  return callFunction('process-payment', {
    paymentIntentId: intent.paymentIntentId,
    ...user,
    planName,
    amount,
  });
}

/** Opens, prepares and charges a checkout. Provisioning is left to the webhook or the test. */
export async function pay(
  user = newUser(),
  plan = TEAM,
  card: string = CARDS.valid,
): Promise<{ user: TestUser; intent: CheckoutIntent }> {
  const intent = await openCheckout(plan);
  expectOk('prepare-checkout', await prepareCheckout(intent, user, plan));
  const status = await chargeCard(intent, user, card);
  if (status !== 'succeeded') throw new Error(`unexpected intent status ${status}`);
  return { user, intent };
}

/** Completes a purchase, as the page does. */
export async function createCustomer(
  user = newUser(),
  plan = TEAM,
  card: string = CARDS.valid,
): Promise<TestUser> {
  const { intent } = await pay(user, plan, card);
  expectOk('process-payment', await processPayment(intent, user, plan));
  return user;
}

function expectOk(name: string, response: JsonResponse): JsonResponse {
  if (response.status !== 200)
    throw new Error(`${name}: ${response.status} ${JSON.stringify(response.body)}`);
  return response;
}
