import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const PLAN = { planName: 'team', amount: 4900 };

/**
 * Buys the Team plan as a browser does, including the card payment. Returns `email`, `confirmedAt` (Unix time of the payment
 * confirmation in milliseconds) and `ms`, the duration of each step.
 */
export async function purchase(site) {
  const email = `buyer-${randomUUID()}@example.com`;
  const buyer = { email, fullName: 'Ada Buyer', password: 'correct horse' };
  const ms = {};
  const step = async (name, body, headers) => {
    const started = performance.now();
    const response = await fetch(`${site}/api/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const result = await response.json();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(result)}`);
    ms[name] = performance.now() - started;
    return { result, cookie: response.headers.get('set-cookie')?.split(';')[0] };
  };
  const { result: intent, cookie } = await step('create-payment-intent', PLAN);
  await step('prepare-checkout', { ...PLAN, ...buyer, clientSecret: intent.clientSecret }, { cookie });
  await charge(site, intent, buyer);
  const confirmedAt = performance.timeOrigin + performance.now();
  await step('process-payment', { ...PLAN, ...buyer, paymentIntentId: intent.paymentIntentId }, { cookie });
  return { email, confirmedAt, ms };
}

async function charge(site, { clientSecret, paymentIntentId }, { email, fullName }) {
  const response = await fetch(`${site}/api/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
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
  const { status, error } = await response.json();
  if (status !== 'succeeded') throw new Error(`card payment failed: ${JSON.stringify(error ?? status)}`);
}

/**
 * Starts `work` at a fixed rate until `seconds` have passed or `until.stopped` is set, without waiting for earlier calls. Returns all
 * outcomes: `{ startedAt, ms, value }` or `{ startedAt, ms, error }`.
 */
export async function paced({ perSecond, seconds = Infinity, until = {} }, work) {
  const began = performance.now();
  const running = [];
  for (let number = 0; number < perSecond * seconds && !until.stopped; number++) {
    await pause(Math.max(0, began + (number * 1000) / perSecond - performance.now()));
    running.push(measure(work));
  }
  return Promise.all(running);
}

async function measure(work) {
  const started = performance.now();
  const startedAt = performance.timeOrigin + started;
  try {
    const value = await work();
    return { startedAt, ms: performance.now() - started, value };
  } catch (error) {
    return { startedAt, ms: performance.now() - started, error };
  }
}
