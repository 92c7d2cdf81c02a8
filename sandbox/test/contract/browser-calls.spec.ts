import type { Stripe } from 'stripe';
import { describeSandboxOnly, openProvider, type Provider } from '../support/provider.ts';

/** Calls that the browser makes. */
describeSandboxOnly('requests with the publishable key', () => {
  let provider: Provider;
  let stripe: Stripe;

  beforeAll(async () => {
    provider = await openProvider();
    ({ stripe } = provider);
  });
  afterAll(() => provider.close());

  async function call(
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${provider.url}${path}`, {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      headers: { authorization: 'Bearer pk_test_sandbox' },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const card = (number: string): Record<string, string> => ({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][email]': 'buyer@example.com',
  });
  const newIntent = (): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.create({ amount: 4900, currency: 'usd', metadata: { secret: 'plan' } });

  it('confirm an intent with its client secret without exposing private fields', async () => {
    const intent = await newIntent();

    const { status, body } = await call(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      ...card('4242424242424242'),
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded' });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['metadata']));
    expect(body).not.toHaveProperty('customer');
    expect(body).not.toHaveProperty('latest_charge');
    const charged = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect((charged.latest_charge as Stripe.Charge).billing_details.email).toBe('buyer@example.com');
  });

  it.each([
    ['a wrong secret', 'pi_x_secret_x'],
    ['no secret', ''],
  ])('are rejected with %s', async (_name, secret) => {
    const intent = await newIntent();

    const { status } = await call(`/v1/payment_intents/${intent.id}/confirm`, {
      ...(secret ? { client_secret: secret } : {}),
      ...card('4242424242424242'),
    });

    expect(status).toBeGreaterThanOrEqual(400);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  it('are forbidden for server-side operations', async () => {
    const responses = [
      await call('/v1/customers'),
      await call('/v1/payment_intents', { amount: '50', currency: 'usd' }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([403, 403]);
  });

  it('decline a number that is not a test card and never store it', async () => {
    const intent = await newIntent();

    const { status, body } = await call(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      ...card('4539578763621486'),
    });

    expect(status).toBe(402);
    expect(body['error']).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
    expect(JSON.stringify(await stripe.events.list({ limit: 100 }))).not.toContain('4539578763621486');
  });

  it.each([
    ['succeeded', 'succeeded'],
    ['failed', 'requires_payment_method'],
  ])('complete the authentication: %s', async (outcome, status) => {
    const intent = await newIntent();
    const secret = intent.client_secret ?? '';
    await call(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: secret,
      ...card('4000000000003220'),
    });

    const forged = await call(`/3ds/${intent.id}/outcome`, { client_secret: 'guess', outcome });
    const completed = await call(`/3ds/${intent.id}/outcome`, { client_secret: secret, outcome });

    expect(forged.status).toBe(404);
    expect(completed.body).toMatchObject({ status });
  });
});
