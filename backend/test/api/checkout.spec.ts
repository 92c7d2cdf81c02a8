import { getCheckoutCookie } from '../support/checkout-browser.js';
import {
  buildPurchase,
  bearer,
  openCheckout,
  payForCheckout,
  prepareCheckout,
  processPayment,
  signIn,
  type OpenedCheckout,
} from '../support/purchase.js';
import { payWithCard, startPaymentFixture, type ApiResponse } from '../support/payment-fixture.js';
import { createUser } from '../support/users.js';
import { useShared } from '../support/fixtures.js';

describe('checkout', () => {
  const product = useShared(startPaymentFixture);

  it('turns a paid buyer into a customer who can sign in and has their tier', async () => {
    const purchase = buildPurchase();
    const paid = await payForCheckout(product, purchase);

    const processed = await processPayment(product, purchase, paid);

    expect(processed.status).toBe(200);
    expect(processed.body).toMatchObject({
      user: { email: purchase.email },
      subscription: { plan: 'team', interval: 'month', status: 'active' },
    });
    const session = await signIn(product, purchase.email, purchase.password);
    expect(session.status).toBe(200);
    const check = await product.callFunction('check-subscription', {}, bearer(session.token));
    expect(check.body).toMatchObject({
      subscription_tier: 'team',
      status: 'active',
      interval: 'month',
      trial_end: null,
    });
  });

  it.each([
    ['an amount that is not a price', { amount: 100 }],
    ['the price of another plan', { amount: 4900, planName: 'growth' }],
    ['the price of another interval', { amount: 4900, planName: 'team', interval: 'year' }],
    ['a plan that is not for sale', { amount: 4900, planName: 'free' }],
  ])('rejects %s before any charge', async (_, body) => {
    const response = await product.callFunction('create-payment-intent', body);
    expect(response.status).toBe(422);
    expect(response.body.code).toBe('amount_not_a_plan');
  });

  it.each([
    ['a fractional amount', { amount: 4900.5 }, 'amount', 'amount must be an integer number.'],
    ['a negative amount', { amount: -4900 }, 'amount', expect.any(String)],
    ['an unknown field', { amount: 4900, discount: 100 }, 'discount', expect.any(String)],
    ['an unknown interval', { amount: 4900, interval: 'week' }, 'interval', expect.any(String)],
  ])('names the invalid field: %s', async (_, body, field, message) => {
    const response = await product.callFunction('create-payment-intent', body);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      code: 'validation_failed',
      details: { fields: [{ field, message }] },
    });
  });

  it('rejects a forged plan or amount before the charge and at processing', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    const forged = { ...purchase, planName: 'growth', amount: 9900 };
    expect((await prepareCheckout(product, forged, opened)).body.code).toBe('plan_mismatch');
    const paid = await payForCheckout(product, purchase);
    expect((await processPayment(product, forged, paid)).body.code).toBe('plan_mismatch');
    expect((await processPayment(product, { ...purchase, amount: 1 }, paid)).body.code).toBe('plan_mismatch');
    expect((await processPayment(product, purchase, paid)).status).toBe(200);
  });

  it('rejects a weak password and a missing name before the charge', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    const weak = await prepareCheckout(product, { ...purchase, password: '12345' }, opened);
    expect(weak).toMatchObject({
      status: 422,
      body: { code: 'weak_password', details: { reasons: ['length'] } },
    });
    const unnamed = await prepareCheckout(product, { ...purchase, fullName: '' }, opened);
    expect(unnamed).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('requires the client secret to prepare a checkout', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    const guessed = { ...opened, clientSecret: `${opened.paymentIntentId}_secret_guessed` };
    expect(await prepareCheckout(product, purchase, guessed)).toMatchObject({
      status: 404,
      body: { code: 'checkout_not_found' },
    });
  });

  it('does not process an unpaid payment, and reports what it is waiting for', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, opened);
    expect(await processPayment(product, purchase, opened)).toMatchObject({
      status: 402,
      body: { code: 'payment_not_succeeded', details: { status: 'requires_payment_method' } },
    });
  });

  it('allows a declined card to be replaced on the same intent', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, opened);
    const rejected = await payWithCard(product, opened.clientSecret, {
      number: '4000000000000002',
      email: purchase.email,
    });
    expect(rejected.error?.code).toBe('card_declined');
    expect((await payWithCard(product, opened.clientSecret, { email: purchase.email })).status).toBe(
      'succeeded',
    );
    expect((await processPayment(product, purchase, opened)).status).toBe(200);
  });

  it('cancels the intent when the browser chooses another plan, and tells the tab that it was replaced', async () => {
    const purchase = buildPurchase();
    const left = await openCheckout(product, purchase);
    const { cookie, paymentIntentId, clientSecret } = left;
    const other = await openCheckout(product, buildPurchase({ planName: 'growth', amount: 9900 }), cookie);
    expect(other.paymentIntentId).not.toBe(paymentIntentId);
    expect((await payWithCard(product, clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
    expect(await prepareCheckout(product, purchase, left)).toMatchObject({
      status: 409,
      body: { code: 'checkout_replaced' },
    });
    const repeated = await openCheckout(product, purchase, cookie);
    expect((await prepareCheckout(product, purchase, repeated)).status).toBe(200);
  });

  it('returns one intent to ten tabs of one browser', async () => {
    const purchase = buildPurchase();
    const { cookie } = await openCheckout(product, buildPurchase({ planName: 'growth', amount: 9900 }));
    const tabs = await Promise.all(Array.from({ length: 10 }, () => openCheckout(product, purchase, cookie)));
    expect(new Set(tabs.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
  });

  it('provisions an unprepared payment only to its billing email', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    const attacker = await processPayment(product, { ...purchase, email: 'thief@example.com' }, opened);
    expect(attacker.body.code).toBe('payment_belongs_to_another_account');
    expect((await processPayment(product, purchase, opened)).status).toBe(200);
    expect((await signIn(product, purchase.email, purchase.password)).status).toBe(200);
  });

  it('names every missing or wrong field at once', async () => {
    const getFieldErrors = async (path: string, body: object) => {
      const response = await product.callFunction(path, body);
      expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      const { fields } = response.body.details as unknown as { fields: { field: string; message: string }[] };
      return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
    };
    expect(await getFieldErrors('process-payment', {})).toEqual({
      planName: 'planName is required.',
      amount: 'amount is required.',
      paymentIntentId: 'paymentIntentId is required.',
    });
    expect(await getFieldErrors('prepare-checkout', { planName: '', amount: 'x', fullName: 7 })).toEqual({
      planName: 'planName is required.',
      amount: 'amount must be an integer number.',
      clientSecret: 'clientSecret is required.',
      email: 'Enter an email address like name@example.com.',
      fullName: 'fullName must be a string.',
      password: 'Please choose a password.',
    });
    expect(
      Object.keys(await getFieldErrors('prepare-checkout', { ...buildPurchase(), planName: 'team' })),
    ).toEqual(['clientSecret']);
  });

  it('drops a weak password that arrives after the charge, and still provisions the plan', async () => {
    const purchase = buildPurchase({ password: '123' });
    const opened = await openCheckout(product, purchase);
    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    expect((await processPayment(product, purchase, opened)).status).toBe(200);
    expect((await signIn(product, purchase.email, '123')).status).toBe(400);
  });

  describe('for an email that has an account', () => {
    it('reports an existing plan only after the right password', async () => {
      const purchase = buildPurchase();
      await processPayment(product, purchase, await payForCheckout(product, purchase));
      const second = await openCheckout(product, purchase);
      expect(
        (await prepareCheckout(product, { ...purchase, password: 'wrong horse' }, second)).body.code,
      ).toBe('email_exists');
      expect(await prepareCheckout(product, purchase, second)).toMatchObject({
        status: 409,
        body: { code: 'already_subscribed', details: { plan: 'team', interval: 'month' } },
      });
    });

    it('allows five password attempts per checkout', async () => {
      const purchase = buildPurchase();
      await processPayment(product, purchase, await payForCheckout(product, purchase));
      const second = await openCheckout(product, purchase);
      for (let guess = 0; guess < 5; guess++) {
        expect(
          (await prepareCheckout(product, { ...purchase, password: `guess ${guess}` }, second)).body.code,
        ).toBe('email_exists');
      }
      expect((await prepareCheckout(product, purchase, second)).body.code).toBe('email_exists');
    });

    it('accepts no password and no other email from a signed-in buyer', async () => {
      const purchase = buildPurchase();
      await processPayment(product, purchase, await payForCheckout(product, purchase));
      const { token } = await signIn(product, purchase.email, purchase.password);
      const second = await openCheckout(product, purchase);
      const { planName, amount } = purchase;
      const body = { clientSecret: second.clientSecret, planName, amount };
      const headers = { ...bearer(token), Cookie: second.cookie };
      expect((await product.callFunction('prepare-checkout', body, headers)).body.code).toBe(
        'already_subscribed',
      );
      const other = await product.callFunction(
        'prepare-checkout',
        { ...body, email: 'other@example.com' },
        headers,
      );
      expect(other.status).toBe(403);
    });
  });

  it('asks a signed-in user without an email for one before the charge, without affecting other buyers', async () => {
    const { id, headers } = await createUser(product);
    await product.database.query({
      text: 'update users set email = null, email_normalized = null, email_confirmed_at = null where id = $1',
      values: [id],
    });
    const { clientSecret, cookie, paymentIntentId } = await openCheckout(product, buildPurchase());
    const order = { clientSecret, planName: 'team', amount: 4900 };
    const message = 'Please add an email address to your account first.';
    for (const response of [
      await product.callFunction('prepare-checkout', order, { ...headers, Cookie: cookie }),
      await product.callFunction('create-checkout-session', { planName: 'team' }, headers),
    ])
      expect(response).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', details: { fields: [{ field: 'email', message }] } },
      });
    const tier = await product.callFunction('check-subscription', {}, headers);
    expect(tier.body).toMatchObject({ subscription_tier: null });
    const [stored] = await product.database.query({
      text: 'select prepared_at as prepared from checkouts where payment_intent_id = $1',
      values: [paymentIntentId],
    });
    expect(stored).toEqual({ prepared: null });
  });

  describe('while the provider fails', () => {
    afterEach(() => product.resetControls());

    const attempt = async (): Promise<ApiResponse> => {
      const purchase = buildPurchase();
      const { amount, planName } = purchase;
      const opened = await product.callFunction('create-payment-intent', { amount, planName });
      if (opened.status !== 200) return opened;
      const { clientSecret } = opened.body as unknown as OpenedCheckout;
      return prepareCheckout(product, purchase, { clientSecret, cookie: getCheckoutCookie(opened) });
    };

    it.each([
      ['POST', '/v1/payment_intents$', { kind: 'error', count: 2 }],
      ['GET', '/v1/payment_intents/', { kind: 'error', count: 1, status: 429 }],
    ])('returns a clear error when %s %s fails (%j), and a retry succeeds', async (method, path, failure) => {
      await product.control('api-failures', { method, path, ...failure });
      const rejected = await attempt();
      expect(rejected).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } });
      expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await attempt()).status).toBe(200);
    });
  });
});
