import Stripe from 'stripe';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const stripe = new Stripe('sk_test_sandbox');

/** A webhook event as the provider sends it, signed with a secret at a time. */
function webhookEvent(
  id: string,
  { secret = 'whsec_sandbox', secondsAgo = 0, type = 'payment_intent.succeeded' } = {},
) {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    data: { object: { id: `pi_of_${id}`, object: 'payment_intent' } },
  });
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  return { payload, signature: stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
}

describe('the webhook endpoint', () => {
  let product: PaymentFixture;
  beforeAll(async () => (product = await startPaymentFixture()));
  afterAll(() => product?.stop());

  const send = async ({ payload, signature }: { payload: string; signature?: string }): Promise<number> => {
    const response = await fetch(`${product.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(signature ? { 'Stripe-Signature': signature } : {}),
      },
      body: payload,
    });
    return response.status;
  };
  const eventsOf = async (id: string): Promise<string[]> => {
    const rows = await product.database.query<{ topic: string }>({
      text: `select topic from outbox_events where payload ->> 'paymentIntentId' = $1`,
      values: [`pi_of_${id}`],
    });
    return rows.map(({ topic }) => topic);
  };

  it('stores a signed webhook event and the domain event it causes, together', async () => {
    expect(await send(webhookEvent('evt_good'))).toBe(200);
    expect(await eventsOf('evt_good')).toEqual(['payment.succeeded']);
  });

  it('accepts the same webhook event any number of times, also concurrently, and emits one domain event', async () => {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => send(webhookEvent('evt_twice'))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await eventsOf('evt_twice')).toEqual(['payment.succeeded']);
  });

  it.each([
    ['signed with another secret', { secret: 'whsec_guessed' }],
    ['five minutes old', { secondsAgo: 301 }],
    ['more than five minutes in the future', { secondsAgo: -330 }],
    ['ten minutes in the future', { secondsAgo: -600 }],
  ])('rejects a webhook event %s', async (_, forged) => {
    expect(await send(webhookEvent('evt_forged', forged))).toBe(400);
    expect(await eventsOf('evt_forged')).toEqual([]);
  });

  it('tolerates a small clock difference', async () => {
    for (const secondsAgo of [-270, 270])
      expect(await send(webhookEvent(`evt_clock_${secondsAgo}`, { secondsAgo }))).toBe(200);
  });

  it('uses only the timestamp that was signed', async () => {
    const { payload, signature } = webhookEvent('evt_times', { secondsAgo: -600 });
    const now = Math.floor(Date.now() / 1000);
    for (const header of [`t=${now},${signature}`, `${signature},t=${now}`])
      expect(await send({ payload, signature: header })).toBe(400);
    expect(await eventsOf('evt_times')).toEqual([]);
  });

  it('rejects a changed body, a missing signature and malformed payloads', async () => {
    const { payload, signature } = webhookEvent('evt_changed');
    expect(await send({ payload: payload.replace('evt_changed', 'evt_chAnged'), signature })).toBe(400);
    expect(await send({ payload })).toBe(400);
    expect(await send({ payload: 'not json', signature })).toBe(400);
    expect(await send({ payload, signature: 't=,v1=' })).toBe(400);
  });

  it('acknowledges event types that are not handled', async () => {
    expect(await send(webhookEvent('evt_other', { type: 'payment_method.attached' }))).toBe(200);
    expect(await eventsOf('evt_other')).toEqual([]);
  });
});
