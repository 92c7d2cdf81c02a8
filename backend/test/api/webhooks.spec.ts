import { randomBytes, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useShared } from '../support/fixtures.js';

const stripe = new Stripe('sk_test_sandbox');

/** A payload signed with a secret at a time. */
function signed(payload: string, { secret = 'whsec_sandbox', secondsAgo = 0 } = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  return { payload, signature: stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
}

/** A webhook event as the provider sends it. */
function webhookEvent(
  id: string,
  {
    type = 'payment_intent.succeeded',
    ...signing
  }: { type?: string; secret?: string; secondsAgo?: number } = {},
) {
  const data = { object: { id: `pi_of_${id}`, object: 'payment_intent' } };
  return signed(JSON.stringify({ id, object: 'event', type, data }), signing);
}

describe('the webhook endpoint', () => {
  const product = useShared(startPaymentFixture);

  interface Delivery {
    payload: string;
    signature?: string;
  }
  const deliver = async ({ payload, signature }: Delivery) => {
    const response = await fetch(`${product.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(signature ? { 'Stripe-Signature': signature } : {}),
      },
      body: payload,
    });
    const body = (await response.json()) as { code?: string; message?: string; details?: object };
    return { status: response.status, body };
  };
  const send = async (delivery: Delivery): Promise<number> => (await deliver(delivery)).status;
  const listTopics = async (id: string): Promise<string[]> => {
    const rows = await product.database.query<{ topic: string }>({
      text: `select topic from outbox_events where payload ->> 'paymentIntentId' = $1`,
      values: [`pi_of_${id}`],
    });
    return rows.map(({ topic }) => topic);
  };

  it('stores a signed webhook event and the domain event it causes, together', async () => {
    expect(await send(webhookEvent('evt_good'))).toBe(200);
    expect(await listTopics('evt_good')).toEqual(['payment.succeeded']);
  });

  it('accepts the same webhook event any number of times, also concurrently, and emits one domain event', async () => {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => send(webhookEvent('evt_twice'))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await listTopics('evt_twice')).toEqual(['payment.succeeded']);
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
    expect(await listTopics('evt_times')).toEqual([]);
  });

  it.each([
    ['of an unhandled type', 'customer.created', { id: 'cus_1' }],
    ['of an unhandled type, about an object without an id', 'balance.available', { object: 'balance' }],
    ['about an invoice that does not exist yet', 'invoice.upcoming', { object: 'invoice' }],
    ['of a handled type, about an object without an id', 'payment_intent.succeeded', {}],
    ['of a handled type, about an object whose id is null', 'payment_intent.succeeded', { id: null }],
  ])('acknowledges and ignores a webhook event %s', async (_, type, object) => {
    const id = `evt_ignored_${randomUUID()}`;
    const response = await deliver(signed(JSON.stringify({ id, object: 'event', type, data: { object } })));
    expect(response).toEqual({ status: 200, body: { received: true } });
    const stored = await product.database.query({
      text: 'select 1 from webhook_events where provider_event_id = $1',
      values: [id],
    });
    expect(stored).toEqual([]);
  });

  const valid = { id: 'evt_malformed', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } };
  it.each([
    ['id', 'text with a NUL character', { ...valid, id: 'evt_\0' }],
    ['id', 'text with a lone surrogate', { ...valid, id: 'evt_\ud800' }],
    ['id', 'text too long for an index', { ...valid, id: randomBytes(4000).toString('hex') }],
    ['data.object.id', 'an object', { ...valid, data: { object: { id: {} } } }],
    [
      'data.object.payment_intent',
      'text with a NUL character',
      { ...valid, type: 'charge.refunded', data: { object: { id: 'ch_1', payment_intent: 'pi_\0' } } },
    ],
    ['data.object', 'null', { ...valid, data: { object: null } }],
  ])('rejects a signed webhook event whose %s is %s, and names the field', async (field, _, event) => {
    const { status, body } = await deliver(signed(JSON.stringify(event)));
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: expect.stringContaining(`The field ${field} `),
      details: { fields: [{ field }] },
    });
    expect(body.message).not.toMatch(/signature/i);
  });

  it.each(['null', '[]', '"text"', '{}', '{"object":"v2.core.event","id":"evt_1"}', '{', ''])(
    'rejects a signed body that is not an event: %s',
    async (payload) => {
      const { status, body } = await deliver(signed(payload));
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
      expect(body.message).not.toMatch(/signature/i);
    },
  );

  const { payload, signature } = webhookEvent('evt_invalid');
  it.each([
    ['without a signature', { payload }, /Stripe-Signature header is missing/],
    ['with a signature in an unknown format', { payload, signature: 'sha256=00' }, /no timestamp/],
    ['with an empty signature', { payload, signature: 't=,v1=' }, /no timestamp/],
    ['with only a timestamp', { payload, signature: signature.split(',')[0]! }, /no v1 signature/],
    [
      'signed with another secret',
      webhookEvent('evt_invalid', { secret: 'whsec_x' }),
      /does not match the body/,
    ],
    [
      'with a changed body',
      { payload: payload.replace('evt_invalid', 'evt_inValid'), signature },
      /does not match the body/,
    ],
    ['from the past', webhookEvent('evt_invalid', { secondsAgo: 301 }), /more than 300 seconds in the past/],
    [
      'from the future',
      webhookEvent('evt_invalid', { secondsAgo: -330 }),
      /more than 300 seconds in the future/,
    ],
  ])('rejects a webhook event %s, and explains why', async (_, delivery, message) => {
    const { status, body } = await deliver(delivery);
    expect(await listTopics('evt_invalid')).toEqual([]);
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: expect.stringMatching(message),
    });
  });
});
