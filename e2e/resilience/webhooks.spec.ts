import Stripe from 'stripe';
import { count } from '../support/database.js';
import { countEmails } from '../support/mailbox.js';
import { expect, test } from '../support/resilience.js';
import { newUser, tierOf } from '../support/users.js';
import {
  createCustomer,
  openCheckout,
  pay,
  prepareCheckout,
  type CheckoutIntent,
} from '../support/purchase.js';
import { chargesOf, injectPaymentFailures } from '../support/sandbox.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/customers.js';

const SECRET = 'whsec_sandbox';
const { webhooks } = new Stripe('sk_test_sandbox');

/** Sends the webhook of a succeeded payment, as the provider would. */
async function sendWebhook(
  { paymentIntentId }: CheckoutIntent,
  { id = `evt_${paymentIntentId}`, secret = SECRET, secondsAgo = 0, modified = false } = {},
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
    body: modified ? payload.replace('succeeded', 'Succeeded') : payload,
  });
  return response.status;
}

test('rejects forged, modified and stale webhooks', async () => {
  const buyer = newUser();
  const intent = await openCheckout();
  expect((await prepareCheckout(intent, buyer)).status).toBe(200);
  expect(await sendWebhook(intent, { secret: 'whsec_guessed' })).toBe(400);
  expect(await sendWebhook(intent, { modified: true })).toBe(400);
  expect(await sendWebhook(intent, { secondsAgo: 301 })).toBe(400);
  expect(
    await count(
      `select count(*) from webhook_events where type = 'payment_intent.succeeded' and object_id = $1`,
      [intent.paymentIntentId],
    ),
  ).toBe(0);
  expect(await tierOf(buyer)).toBeUndefined();
});

test('checks with the provider and provisions nothing for a signed webhook of an unpaid intent', async () => {
  const buyer = newUser();
  const intent = await openCheckout();
  expect((await prepareCheckout(intent, buyer)).status).toBe(200);
  expect(await sendWebhook(intent)).toBe(200);
  const pending = `select count(*) from outbox_events where done_at is null and payload ->> 'paymentIntentId' = $1`;
  await expect.poll(() => count(pending, [intent.paymentIntentId])).toBe(0);
  expect(await tierOf(buyer)).toBeUndefined();
  expect(await chargesOf(buyer.email)).toEqual([]);
  expect(await countEmails(buyer.email)).toBe(0);
});

test('handles duplicate and reordered webhooks: one customer, one charge, one email', async () => {
  await injectPaymentFailures('webhook-failures', { kind: 'duplicate', count: 20, copies: 3 });
  await injectPaymentFailures('webhook-failures', { kind: 'reorder', count: 4 });
  const buyer = await createCustomer();
  await expectPaidCustomer(buyer);
  const subscriptions = await count(
    `select count(*) from subscriptions s join users a on a.id = s.user_id where email = $1`,
    [buyer.email],
  );
  expect(subscriptions).toBe(1);
});

test('ignores webhooks replayed after provisioning', async () => {
  const { user, intent } = await pay();
  await expectPaidCustomer(user);
  expect(await sendWebhook(intent, { id: 'evt_replayed' })).toBe(200);
  expect(await sendWebhook(intent, { id: 'evt_replayed' })).toBe(200);
  await expectPaidCustomer(user);
});
