import Stripe from 'stripe';
import { count } from '../support/database.js';
import { countMails } from '../support/mailbox.js';
import { expect, test } from '../support/outage.js';
import { aPerson, tierOf } from '../support/people.js';
import { customer, openCheckout, pay, prepare, type OpenIntent } from '../support/purchase.js';
import { chargesOf, troublePayments } from '../support/sandbox.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/welcome.js';

const SECRET = 'whsec_sandbox';
const { webhooks } = new Stripe('sk_test_sandbox');

/** Sends a notice of a payment that succeeded, as the provider would. */
async function notify(
  { paymentIntentId }: OpenIntent,
  { id = `evt_${paymentIntentId}`, secret = SECRET, secondsAgo = 0, changed = false } = {},
): Promise<number> {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: paymentIntentId, object: 'payment_intent', status: 'succeeded' } },
  });
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await fetch(`${testEnvironment.siteUrl}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: changed ? payload.replace('succeeded', 'Succeeded') : payload,
  });
  return response.status;
}

test('notices forged, changed or stale are rejected and give nothing', async () => {
  const buyer = aPerson();
  const intent = await openCheckout();
  expect((await prepare(intent, buyer)).status).toBe(200);
  expect(await notify(intent, { secret: 'whsec_guessed' })).toBe(400);
  expect(await notify(intent, { changed: true })).toBe(400);
  expect(await notify(intent, { secondsAgo: 301 })).toBe(400);
  expect(
    await count(
      `select count(*) from webhook_events where type = 'payment_intent.succeeded' and object_id = $1`,
      [intent.paymentIntentId],
    ),
  ).toBe(0);
  expect(await tierOf(buyer)).toBeUndefined();
});

test('a notice well signed tells of a payment that never was: the provider is asked, and nothing is given', async () => {
  const buyer = aPerson();
  const intent = await openCheckout();
  expect((await prepare(intent, buyer)).status).toBe(200);
  expect(await notify(intent)).toBe(200);
  const undone = `select count(*) from outbox_events where done_at is null and payload ->> 'paymentIntentId' = $1`;
  await expect.poll(() => count(undone, [intent.paymentIntentId])).toBe(0);
  expect(await tierOf(buyer)).toBeUndefined();
  expect(await chargesOf(buyer.email)).toEqual([]);
  expect(await countMails(buyer.email)).toBe(0);
});

test('notices come three times each, late and out of order: one customer, one charge, one email', async () => {
  await troublePayments('webhook-faults', { kind: 'duplicate', count: 20, copies: 3 });
  await troublePayments('webhook-faults', { kind: 'reorder', count: 4 });
  const buyer = await customer();
  await expectPaidCustomer(buyer);
  const subscriptions = await count(
    `select count(*) from subscriptions s join users a on a.id = s.user_id where email = $1`,
    [buyer.email],
  );
  expect(subscriptions).toBe(1);
});

test('the same notice is played again after everything is done: harmless', async () => {
  const { person, intent } = await pay();
  await expectPaidCustomer(person);
  expect(await notify(intent, { id: 'evt_again' })).toBe(200);
  expect(await notify(intent, { id: 'evt_again' })).toBe(200);
  await expectPaidCustomer(person);
});
