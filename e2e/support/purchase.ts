import { callFunction, type JsonResponse } from './http.js';
import { newUser, type TestUser } from './users.js';
import { CARDS } from './sandbox.js';
import { testEnvironment } from './test-environment.js';

/** A plan as it is asked for over the wire. */
export interface PlanSelection {
  planName: string;
  interval: 'month' | 'year';
  amount: number;
}

export const TEAM: PlanSelection = { planName: 'team', interval: 'month', amount: 4900 };

export interface CheckoutIntent {
  clientSecret: string;
  paymentIntentId: string;
  /** The checkout cookie, as it is now. */
  cookie: string;
}

/** Asks for a payment intent, as the page does when it opens. Throws unless it is given. */
export async function openCheckout(choice = TEAM): Promise<CheckoutIntent> {
  const response = expectOk('create-payment-intent', await callFunction('create-payment-intent', choice));
  return { ...(response.body as unknown as CheckoutIntent), cookie: cookieOf(response)! };
}

/** Says who is buying, just before the charge. The intent keeps the cookie that comes back. */
export async function prepareCheckout(
  intent: CheckoutIntent,
  user: TestUser,
  choice = TEAM,
): Promise<JsonResponse> {
  const { planName, amount } = choice;
  const response = await callFunction(
    'prepare-checkout',
    { clientSecret: intent.clientSecret, ...user, planName, amount },
    { headers: { Cookie: intent.cookie } },
  );
  intent.cookie = cookieOf(response) ?? intent.cookie;
  return response;
}

function cookieOf({ headers }: JsonResponse): string | undefined {
  return headers.get('set-cookie')?.split(';')[0];
}

/** Charges a card as the provider's script does in the page. Gives the intent's status, or throws the provider's error. */
export async function chargeCard(
  intent: CheckoutIntent,
  user: TestUser,
  card: string = CARDS.good,
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
  if (!body.status) throw new Error(`the card was not charged: ${JSON.stringify(body)}`);
  return body.status;
}

/** Asks for the plan after the charge, as the page does. */
export function processPayment(intent: CheckoutIntent, user: TestUser, choice = TEAM): Promise<JsonResponse> {
  const { planName, amount } = choice;
  return callFunction('process-payment', {
    paymentIntentId: intent.paymentIntentId,
    ...user,
    planName,
    amount,
  });
}

/** Opens, prepares and charges; whatever follows is left to the webhook or to the test. */
export async function pay(
  user = newUser(),
  choice = TEAM,
): Promise<{ user: TestUser; intent: CheckoutIntent }> {
  const intent = await openCheckout(choice);
  expectOk('prepare-checkout', await prepareCheckout(intent, user, choice));
  const status = await chargeCard(intent, user);
  if (status !== 'succeeded') throw new Error(`the intent is ${status}`);
  return { user, intent };
}

/** Buys a plan as the page does, to the end. */
export async function payingCustomer(user = newUser(), choice = TEAM): Promise<TestUser> {
  const { intent } = await pay(user, choice);
  expectOk('process-payment', await processPayment(intent, user, choice));
  return user;
}

function expectOk(name: string, response: JsonResponse): JsonResponse {
  if (response.status !== 200)
    throw new Error(`${name}: ${response.status} ${JSON.stringify(response.body)}`);
  return response;
}
