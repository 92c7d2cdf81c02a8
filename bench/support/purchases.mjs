import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const PLAN = { planName: 'team', amount: 4900 };

/**
 * Buys the Team plan as a browser does, card and all. Gives `email`, `confirmedAt` (when the payment was confirmed, as
 * milliseconds since 1970) and `ms`, the time of each step.
 */
export async function purchase(site) {
  const email = `buyer-${randomUUID()}@example.com`;
  const buyer = { email, fullName: 'Ada Buyer', password: 'correct horse' };
  const ms = {};
  const step = async (name, body, headers) => {
    const started = performance.now();
    const answer = await fetch(`${site}/api/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const given = await answer.json();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${JSON.stringify(given)}`);
    ms[name] = performance.now() - started;
    return { given, cookie: answer.headers.get('set-cookie')?.split(';')[0] };
  };
  const { given: intent, cookie } = await step('create-payment-intent', PLAN);
  await step('prepare-checkout', { ...PLAN, ...buyer, clientSecret: intent.clientSecret }, { cookie });
  await charge(site, intent, buyer);
  const confirmedAt = performance.timeOrigin + performance.now();
  await step('process-payment', { ...PLAN, ...buyer, paymentIntentId: intent.paymentIntentId }, { cookie });
  return { email, confirmedAt, ms };
}

async function charge(site, { clientSecret, paymentIntentId }, { email, fullName }) {
  const answer = await fetch(`${site}/api/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': fullName,
      'payment_method_data[billing_details][email]': email,
    }),
  });
  const { status, error } = await answer.json();
  if (status !== 'succeeded') throw new Error(`the card was not charged: ${JSON.stringify(error ?? status)}`);
}

/**
 * Starts a piece of work so many times a second until `seconds` are over or `until.stopped`, whether or not earlier ones have
 * ended, and gives all outcomes: `{ startedAt, ms, value }` or `{ startedAt, ms, error }`.
 */
export async function paced({ perSecond, seconds = Infinity, until = {} }, work) {
  const begun = performance.now();
  const running = [];
  for (let number = 0; number < perSecond * seconds && !until.stopped; number++) {
    await pause(Math.max(0, begun + (number * 1000) / perSecond - performance.now()));
    running.push(outcomeOf(work));
  }
  return Promise.all(running);
}

async function outcomeOf(work) {
  const started = performance.now();
  const startedAt = performance.timeOrigin + started;
  try {
    const value = await work();
    return { startedAt, ms: performance.now() - started, value };
  } catch (error) {
    return { startedAt, ms: performance.now() - started, error };
  }
}
