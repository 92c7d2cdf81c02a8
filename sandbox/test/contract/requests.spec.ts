import { Stripe } from 'stripe';
import { catchError, openProvider, type Provider } from '../support/provider.ts';

let provider: Provider;
let stripe: Stripe;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
});
afterAll(() => provider.close());

const unique = (name: string): string => `${name}-${Date.now()}-${Math.random().toString(36).slice(2)}`;

describe('idempotency keys', () => {
  it('replay the first response and mark it as replayed', async () => {
    const idempotencyKey = unique('replay');
    const create = (): Promise<Stripe.Response<Stripe.PaymentIntent>> =>
      stripe.paymentIntents.create({ amount: 4900, currency: 'usd' }, { idempotencyKey });

    const [first, second] = [await create(), await create()];

    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('reject different parameters with the same key', async () => {
    const idempotencyKey = unique('mismatch');
    await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' }, { idempotencyKey });

    const error = await catchError(
      stripe.paymentIntents.create({ amount: 9900, currency: 'usd' }, { idempotencyKey }),
    );

    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('replay declines, so that a retry cannot charge the card', async () => {
    const idempotencyKey = unique('decline');
    const pay = (): Promise<unknown> =>
      stripe.paymentIntents.create(
        { amount: 4900, currency: 'usd', payment_method: 'pm_card_visa_chargeDeclined', confirm: true },
        { idempotencyKey },
      );

    const [first, second] = [await catchError(pay()), await catchError(pay())];

    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    expect(second.code).toBe('card_declined');
  });

  it('can be reused after a request with invalid parameters', async () => {
    const idempotencyKey = unique('invalid');
    await catchError(
      stripe.paymentIntents.create({ amount: 4900 } as Stripe.PaymentIntentCreateParams, { idempotencyKey }),
    );

    const created = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' }, { idempotencyKey });

    expect(created.status).toBe('requires_payment_method');
  });
});

describe('invalid requests', () => {
  it('report an unknown parameter', async () => {
    const error = await catchError(
      stripe.customers.create({ favorite_color: 'blue' } as Stripe.CustomerCreateParams),
    );

    expect(error).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'favorite_color' });
  });

  it('report a missing parameter', async () => {
    const error = await catchError(
      stripe.paymentIntents.create({ currency: 'usd' } as Stripe.PaymentIntentCreateParams),
    );

    expect(error).toMatchObject({ statusCode: 400, code: 'parameter_missing', param: 'amount' });
  });

  it('report an amount below the minimum', async () => {
    const error = await catchError(stripe.paymentIntents.create({ amount: 10, currency: 'usd' }));

    expect(error).toMatchObject({ code: 'amount_too_small', param: 'amount' });
  });

  it('return 404 for an unknown object', async () => {
    const error = await catchError(stripe.customers.retrieve('cus_doesnotexist'));

    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
    expect(error.requestId).toMatch(/^req_/);
  });

  it('return 401 for an invalid API key', async () => {
    const { host, port, protocol } = provider.url
      ? { host: '127.0.0.1', port: new URL(provider.url).port, protocol: 'http' as const }
      : { host: undefined, port: undefined, protocol: undefined };
    const unauthorized = new Stripe('sk_test_wrong', { host, port, protocol, maxNetworkRetries: 0 });

    const error = await catchError(unauthorized.customers.list());

    expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
  });

  it('return 400 for a field that cannot be expanded', async () => {
    const customer = await stripe.customers.create();

    const error = await catchError(stripe.customers.retrieve(customer.id, { expand: ['email'] }));

    expect(error).toMatchObject({ statusCode: 400 });
  });
});

describe('lists', () => {
  it('return every object exactly once across pages, newest first', async () => {
    const email = `${unique('page')}@example.com`;
    const created: string[] = [];
    for (let index = 0; index < 7; index += 1) created.push((await stripe.customers.create({ email })).id);

    const seen: string[] = [];
    for await (const customer of stripe.customers.list({ email, limit: 3 })) seen.push(customer.id);

    expect(seen).toEqual(created.toReversed());
  });

  it('page backwards from an object', async () => {
    const email = `${unique('back')}@example.com`;
    const created: string[] = [];
    for (let index = 0; index < 4; index += 1) created.push((await stripe.customers.create({ email })).id);

    const page = await stripe.customers.list({ email, limit: 2, ending_before: created[0] });

    expect(page.data.map(({ id }) => id)).toEqual([created[2], created[1]]);
    expect(page.has_more).toBe(true);
  });

  it('find prices by lookup key, which moves to another price only on request', async () => {
    const product = await stripe.products.create({ name: 'Team' });
    const lookup_key = unique('team_month');
    const params = { product: product.id, currency: 'usd', unit_amount: 4900, lookup_key } as const;
    const first = await stripe.prices.create({ ...params, recurring: { interval: 'month' } });

    const error = await catchError(stripe.prices.create(params));
    const second = await stripe.prices.create({ ...params, transfer_lookup_key: true });
    const found = await stripe.prices.list({ lookup_keys: [lookup_key], expand: ['data.product'] });

    expect(error.statusCode).toBe(400);
    expect(found.data.map(({ id }) => id)).toEqual([second.id]);
    expect(first.id).not.toBe(second.id);
    expect(found.data[0]?.product).toMatchObject({ name: 'Team' });
  });

  it('filter by creation time', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });

    const since = await stripe.paymentIntents.list({ created: { gte: intent.created }, limit: 100 });
    const later = await stripe.paymentIntents.list({ created: { gt: intent.created + 3600 } });

    expect(since.data.map(({ id }) => id)).toContain(intent.id);
    expect(later.data).toEqual([]);
  });
});
