import { callFunction, type Answer } from './http.js';
import { aPerson, type Person } from './people.js';
import { CARDS } from './sandbox.js';
import { testEnvironment } from './test-environment.js';

/** A plan as it is asked for over the wire. */
export interface Choice {
  planName: string;
  interval: 'month' | 'year';
  amount: number;
}

export const TEAM: Choice = { planName: 'team', interval: 'month', amount: 4900 };

export interface OpenIntent {
  clientSecret: string;
  paymentIntentId: string;
  /** The checkout cookie, as it is now. */
  cookie: string;
}

/** Asks for a payment intent, as the page does when it opens. Throws unless it is given. */
export async function openCheckout(choice = TEAM): Promise<OpenIntent> {
  const answer = expectOk('create-payment-intent', await callFunction('create-payment-intent', choice));
  return { ...(answer.body as unknown as OpenIntent), cookie: cookieOf(answer)! };
}

/** Says who is buying, just before the charge. The intent keeps the cookie that comes back. */
export async function prepare(intent: OpenIntent, person: Person, choice = TEAM): Promise<Answer> {
  const { planName, amount } = choice;
  const answer = await callFunction(
    'prepare-checkout',
    { clientSecret: intent.clientSecret, ...person, planName, amount },
    { headers: { Cookie: intent.cookie } },
  );
  intent.cookie = cookieOf(answer) ?? intent.cookie;
  return answer;
}

function cookieOf({ headers }: Answer): string | undefined {
  return headers.get('set-cookie')?.split(';')[0];
}

/** Charges a card as the provider's script does in the page. Gives the intent's status, or throws the provider's error. */
export async function charge(intent: OpenIntent, person: Person, card: string = CARDS.good): Promise<string> {
  const form = new URLSearchParams({
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.replaceAll(' ', ''),
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': person.fullName,
    'payment_method_data[billing_details][email]': person.email,
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
export function processPayment(intent: OpenIntent, person: Person, choice = TEAM): Promise<Answer> {
  const { planName, amount } = choice;
  return callFunction('process-payment', {
    paymentIntentId: intent.paymentIntentId,
    ...person,
    planName,
    amount,
  });
}

/** Opens, prepares and charges; whatever follows is left to the webhook or to the test. */
export async function pay(
  person = aPerson(),
  choice = TEAM,
): Promise<{ person: Person; intent: OpenIntent }> {
  const intent = await openCheckout(choice);
  expectOk('prepare-checkout', await prepare(intent, person, choice));
  const status = await charge(intent, person);
  if (status !== 'succeeded') throw new Error(`the intent is ${status}`);
  return { person, intent };
}

/** Buys a plan as the page does, to the end. */
export async function customer(person = aPerson(), choice = TEAM): Promise<Person> {
  const { intent } = await pay(person, choice);
  expectOk('process-payment', await processPayment(intent, person, choice));
  return person;
}

function expectOk(name: string, answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}
