import { Stripe } from 'stripe';
import { errorOf, openProvider, type Provider } from '../support/provider.ts';

let provider: Provider;
let stripe: Stripe;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
});
afterAll(() => provider.close());

const unique = (name: string): string => `${name}-${Date.now()}-${Math.random().toString(36).slice(2)}`;

describe('idempotency keys', () => {
  it('answer the first result again, marked as replayed', async () => {
    const idempotencyKey = unique('replay');
    const create = (): Promise<Stripe.Response<Stripe.PaymentIntent>> =>
      stripe.paymentIntents.create({ amount: 4900, currency: 'usd' }, { idempotencyKey });

    const [first, second] = [await create(), await create()];

    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('reject other parameters under the same key', async () => {
    const idempotencyKey = unique('mismatch');
    await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' }, { idempotencyKey });

    const failure = await errorOf(
      stripe.paymentIntents.create({ amount: 9900, currency: 'usd' }, { idempotencyKey }),
    );

    expect(failure).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('replay a rejected card too, so that no one is charged by a retry', async () => {
    const idempotencyKey = unique('decline');
    const pay = (): Promise<unknown> =>
      stripe.paymentIntents.create(
        { amount: 4900, currency: 'usd', payment_method: 'pm_card_visa_chargeDeclined', confirm: true },
        { idempotencyKey },
      );

    const [first, second] = [await errorOf(pay()), await errorOf(pay())];

    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    expect(second.code).toBe('card_declined');
  });

  it('stay free when the parameters could not be read', async () => {
    const idempotencyKey = unique('invalid');
    await errorOf(
      stripe.paymentIntents.create({ amount: 4900 } as Stripe.PaymentIntentCreateParams, { idempotencyKey }),
    );

    const made = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' }, { idempotencyKey });

    expect(made.status).toBe('requires_payment_method');
  });
});

describe('what cannot be served', () => {
  it('names an unknown parameter', async () => {
    const failure = await errorOf(
      stripe.customers.create({ favourite_colour: 'blue' } as Stripe.CustomerCreateParams),
    );

    expect(failure).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'favourite_colour' });
  });

  it('names a missing parameter', async () => {
    const failure = await errorOf(
      stripe.paymentIntents.create({ currency: 'usd' } as Stripe.PaymentIntentCreateParams),
    );

    expect(failure).toMatchObject({ statusCode: 400, code: 'parameter_missing', param: 'amount' });
  });

  it('rejects an amount too small to be charged', async () => {
    const failure = await errorOf(stripe.paymentIntents.create({ amount: 10, currency: 'usd' }));

    expect(failure).toMatchObject({ code: 'amount_too_small', param: 'amount' });
  });

  it('says 404 for an unknown object', async () => {
    const failure = await errorOf(stripe.customers.retrieve('cus_doesnotexist'));

    expect(failure).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
    expect(failure.requestId).toMatch(/^req_/);
  });

  it('says 401 for a wrong key', async () => {
    const { host, port, protocol } = provider.url
      ? { host: '127.0.0.1', port: new URL(provider.url).port, protocol: 'http' as const }
      : { host: undefined, port: undefined, protocol: undefined };
    const stranger = new Stripe('sk_test_wrong', { host, port, protocol, maxNetworkRetries: 0 });

    const failure = await errorOf(stranger.customers.list());

    expect(failure).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
  });

  it('rejects to expand what is no object', async () => {
    const customer = await stripe.customers.create();

    const failure = await errorOf(stripe.customers.retrieve(customer.id, { expand: ['email'] }));

    expect(failure).toMatchObject({ statusCode: 400 });
  });
});

describe('lists', () => {
  it('give every object once, newest first, page after page', async () => {
    const email = `${unique('page')}@example.com`;
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.push((await stripe.customers.create({ email })).id);

    const seen: string[] = [];
    for await (const customer of stripe.customers.list({ email, limit: 3 })) seen.push(customer.id);

    expect(seen).toEqual(made.toReversed());
  });

  it('go backwards from a given object', async () => {
    const email = `${unique('back')}@example.com`;
    const made: string[] = [];
    for (let index = 0; index < 4; index += 1) made.push((await stripe.customers.create({ email })).id);

    const page = await stripe.customers.list({ email, limit: 2, ending_before: made[0] });

    expect(page.data.map(({ id }) => id)).toEqual([made[2], made[1]]);
    expect(page.has_more).toBe(true);
  });

  it('find prices by lookup key, which moves to another price only when asked to', async () => {
    const product = await stripe.products.create({ name: 'Team' });
    const lookup_key = unique('team_month');
    const wanted = { product: product.id, currency: 'usd', unit_amount: 4900, lookup_key } as const;
    const first = await stripe.prices.create({ ...wanted, recurring: { interval: 'month' } });

    const refused = await errorOf(stripe.prices.create(wanted));
    const second = await stripe.prices.create({ ...wanted, transfer_lookup_key: true });
    const found = await stripe.prices.list({ lookup_keys: [lookup_key], expand: ['data.product'] });

    expect(refused.statusCode).toBe(400);
    expect(found.data.map(({ id }) => id)).toEqual([second.id]);
    expect(first.id).not.toBe(second.id);
    expect(found.data[0]?.product).toMatchObject({ name: 'Team' });
  });

  it('show only what was made since a time', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });

    const since = await stripe.paymentIntents.list({ created: { gte: intent.created }, limit: 100 });
    const later = await stripe.paymentIntents.list({ created: { gt: intent.created + 3600 } });

    expect(since.data.map(({ id }) => id)).toContain(intent.id);
    expect(later.data).toEqual([]);
  });
});
