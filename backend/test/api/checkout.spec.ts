import { cookieOf } from '../support/checkout-browser.js';
import {
  aPurchase,
  bearer,
  openCheckout,
  pay,
  prepare,
  process,
  signIn,
  type OpenedIntent,
} from '../support/purchase.js';
import {
  payWithCard,
  startPaymentFixture,
  type ApiResponse,
  type PaymentFixture,
} from '../support/payment-fixture.js';

describe('checkout', () => {
  let shop: PaymentFixture;
  beforeAll(async () => (shop = await startPaymentFixture()));
  afterAll(() => shop?.stop());

  it('makes a paid buyer a customer who can sign in and has his tier', async () => {
    const purchase = aPurchase();
    const paid = await pay(shop, purchase);

    const processed = await process(shop, purchase, paid);

    expect(processed.status).toBe(200);
    expect(processed.body).toMatchObject({
      user: { email: purchase.email },
      subscription: { plan: 'team', interval: 'month', status: 'active' },
    });
    const session = await signIn(shop, purchase.email, purchase.password);
    expect(session.status).toBe(200);
    const check = await shop.call('check-subscription', {}, bearer(session.token));
    expect(check.body).toMatchObject({
      subscription_tier: 'team',
      status: 'active',
      interval: 'month',
      trial_end: null,
    });
  });

  it('gives the same browser the same intent for the same plan, and cancels it for another plan', async () => {
    const team = aPurchase();
    const growth = aPurchase({ planName: 'Growth', amount: 9900 });
    const first = await openCheckout(shop, team);
    const again = await openCheckout(shop, team, first.cookie);
    expect(again.paymentIntentId).toBe(first.paymentIntentId);

    const other = await openCheckout(shop, growth, first.cookie);
    expect(other.paymentIntentId).not.toBe(first.paymentIntentId);
    expect((await payWithCard(shop, first.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
  });

  it.each([
    ['an amount that is no price', { amount: 100 }],
    ['the price of another plan', { amount: 4900, planName: 'growth' }],
    ['the price of another interval', { amount: 4900, planName: 'team', interval: 'year' }],
    ['a plan that is not for sale', { amount: 4900, planName: 'free' }],
  ])('rejects %s before any charge', async (_, body) => {
    const response = await shop.call('create-payment-intent', body);
    expect(response.status).toBe(422);
    expect(response.body.code).toBe('amount_not_a_plan');
  });

  it.each([
    ['no amount', {}, 'amount'],
    ['a negative amount', { amount: -4900 }, 'amount'],
    ['a fraction', { amount: 4900.5 }, 'amount'],
    ['an unknown field', { amount: 4900, discount: 100 }, 'discount'],
    ['an unknown interval', { amount: 4900, interval: 'week' }, 'interval'],
  ])('names the faulty field: %s', async (_, body, field) => {
    const response = await shop.call('create-payment-intent', body);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'validation_failed', details: { fields: [{ field }] } });
  });

  it('says of a missing field that it is missing its kind, not that it is too large', async () => {
    for (const body of [{}, { amount: '49' }, { amount: null }]) {
      const response = await shop.call('create-payment-intent', body);
      expect(response.body.message).toBe('amount must be an integer number.');
    }
  });

  it('rejects a forged plan or amount before the charge and at processing', async () => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    const forged = { ...purchase, planName: 'growth', amount: 9900 };
    expect((await prepare(shop, forged, opened)).body.code).toBe('plan_mismatch');
    const paid = await pay(shop, purchase);
    expect((await process(shop, forged, paid)).body.code).toBe('plan_mismatch');
    expect((await process(shop, { ...purchase, amount: 1 }, paid)).body.code).toBe('plan_mismatch');
    expect((await process(shop, purchase, paid)).status).toBe(200);
  });

  it('rejects a weak password, a nameless buyer and a link for a name before the charge', async () => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    const weak = await prepare(shop, { ...purchase, password: '12345' }, opened);
    expect(weak).toMatchObject({
      status: 422,
      body: { code: 'weak_password', details: { reasons: ['length'] } },
    });
    for (const fullName of ['', 'see www.evil.example', 'a@b', 'x'.repeat(101)]) {
      const rejected = await prepare(shop, { ...purchase, fullName }, opened);
      expect(rejected).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    }
  });

  it('lets no one prepare a checkout without its client secret', async () => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    const guessed = { ...opened, clientSecret: `${opened.paymentIntentId}_secret_guessed` };
    expect(await prepare(shop, purchase, guessed)).toMatchObject({
      status: 404,
      body: { code: 'checkout_not_found' },
    });
  });

  it('does not process what was not paid, and says what the payment is waiting for', async () => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    await prepare(shop, purchase, opened);
    expect(await process(shop, purchase, opened)).toMatchObject({
      status: 402,
      body: { code: 'payment_not_succeeded', details: { status: 'requires_payment_method' } },
    });
  });

  it('lets a rejected card be corrected on the same intent', async () => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    await prepare(shop, purchase, opened);
    const rejected = await payWithCard(shop, opened.clientSecret, {
      number: '4000000000000002',
      email: purchase.email,
    });
    expect(rejected.error?.code).toBe('card_declined');
    expect((await payWithCard(shop, opened.clientSecret, { email: purchase.email })).status).toBe(
      'succeeded',
    );
    expect((await process(shop, purchase, opened)).status).toBe(200);
  });

  it('closes a checkout that is paid', async () => {
    const purchase = aPurchase();
    const paid = await pay(shop, purchase);
    expect(await prepare(shop, purchase, paid)).toMatchObject({
      status: 409,
      body: { code: 'checkout_closed' },
    });
  });

  it('tells a tab whose checkout ended for that of another plan, and opens a new one for it', async () => {
    const purchase = aPurchase();
    const left = await openCheckout(shop, purchase);
    const cookie = left.cookie;
    await openCheckout(shop, aPurchase({ planName: 'growth', amount: 9900 }), cookie);
    expect(await prepare(shop, purchase, left)).toMatchObject({
      status: 409,
      body: { code: 'checkout_replaced' },
    });
    const again = await openCheckout(shop, purchase, cookie);
    expect((await prepare(shop, purchase, again)).status).toBe(200);
  });

  it('two tabs that open before either has a cookie pay once', async () => {
    const purchase = aPurchase();
    const [one, two] = await Promise.all([openCheckout(shop, purchase), openCheckout(shop, purchase)]);
    expect((await prepare(shop, purchase, one)).status).toBe(200);
    expect((await prepare(shop, purchase, two)).status).toBe(200);
    const charged = await Promise.all(
      [one, two].map((tab) => payWithCard(shop, tab.clientSecret, { email: purchase.email })),
    );
    expect(charged.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  it('twenty tabs of one browser get one intent', async () => {
    const purchase = aPurchase();
    const { cookie } = await openCheckout(shop, aPurchase({ planName: 'growth', amount: 9900 }));
    const tabs = await Promise.all(Array.from({ length: 20 }, () => openCheckout(shop, purchase, cookie)));
    expect(new Set(tabs.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
  });

  it('the same payment processed twenty times at once makes one account and one subscription', async () => {
    const purchase = aPurchase();
    const paid = await pay(shop, purchase);
    const responses = await Promise.all(Array.from({ length: 20 }, () => process(shop, purchase, paid)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body)))).toHaveProperty('size', 1);
    const rows = await shop.database.query<{ users: number; subscriptions: number }>({
      text: `select (select count(*)::int from users where email_normalized = $1) as users,
                    (select count(*)::int from subscriptions s join users a on a.id = s.user_id
                     where a.email_normalized = $1) as subscriptions`,
      values: [purchase.email],
    });
    expect(rows).toEqual([{ users: 1, subscriptions: 1 }]);
  });

  it('a stranger who knows the payment but not its address gets nothing', async () => {
    const purchase = aPurchase();
    const paid = await pay(shop, purchase);
    expect(await process(shop, { ...purchase, email: 'thief@example.com' }, paid)).toMatchObject({
      status: 409,
      body: { code: 'payment_belongs_to_another_account' },
    });
    expect((await signIn(shop, 'thief@example.com', purchase.password)).status).toBe(400);
  });

  it('an unprepared payment gives an account to the address of its billing details alone', async () => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    await payWithCard(shop, opened.clientSecret, { email: purchase.email });
    const thief = await process(shop, { ...purchase, email: 'thief@example.com' }, opened);
    expect(thief.body.code).toBe('payment_belongs_to_another_account');
    expect((await process(shop, purchase, opened)).status).toBe(200);
    expect((await signIn(shop, purchase.email, purchase.password)).status).toBe(200);
  });

  it('a weak password that comes only after the charge is left out, and the plan is there all the same', async () => {
    const purchase = aPurchase({ password: '123' });
    const opened = await openCheckout(shop, purchase);
    await payWithCard(shop, opened.clientSecret, { email: purchase.email });
    expect((await process(shop, purchase, opened)).status).toBe(200);
    expect((await signIn(shop, purchase.email, '123')).status).toBe(400);
  });

  describe('with an address that has an account', () => {
    it('who has a plan is told so after the right password only', async () => {
      const purchase = aPurchase();
      await process(shop, purchase, await pay(shop, purchase));
      const second = await openCheckout(shop, purchase);
      expect((await prepare(shop, { ...purchase, password: 'wrong horse' }, second)).body.code).toBe(
        'email_exists',
      );
      expect(await prepare(shop, purchase, second)).toMatchObject({
        status: 409,
        body: { code: 'already_subscribed', details: { plan: 'team', interval: 'month' } },
      });
    });

    it('a checkout may guess a password five times only', async () => {
      const purchase = aPurchase();
      await process(shop, purchase, await pay(shop, purchase));
      const second = await openCheckout(shop, purchase);
      for (let guess = 0; guess < 5; guess++) {
        expect((await prepare(shop, { ...purchase, password: `guess ${guess}` }, second)).body.code).toBe(
          'email_exists',
        );
      }
      expect((await prepare(shop, purchase, second)).body.code).toBe('email_exists');
    });

    it('who is signed in gives no password, and no address of another', async () => {
      const purchase = aPurchase();
      await process(shop, purchase, await pay(shop, purchase));
      const { token } = await signIn(shop, purchase.email, purchase.password);
      const second = await openCheckout(shop, purchase);
      const { planName, amount } = purchase;
      const body = { clientSecret: second.clientSecret, planName, amount };
      const headers = { ...bearer(token), Cookie: second.cookie };
      expect((await shop.call('prepare-checkout', body, headers)).body.code).toBe('already_subscribed');
      const foreign = await shop.call('prepare-checkout', { ...body, email: 'other@example.com' }, headers);
      expect(foreign.status).toBe(403);
    });
  });

  describe('while the provider is in trouble', () => {
    afterEach(() => fetch(`${shop.payments.url}/controls`, { method: 'DELETE' }));

    const attempt = async (): Promise<ApiResponse> => {
      const purchase = aPurchase();
      const { amount, planName } = purchase;
      const opened = await shop.call('create-payment-intent', { amount, planName });
      if (opened.status !== 200) return opened;
      const { clientSecret } = opened.body as unknown as OpenedIntent;
      return prepare(shop, purchase, { clientSecret, cookie: cookieOf(opened) });
    };

    it.each([
      ['POST', '/v1/payment_intents$', { kind: 'error', count: 2 }],
      ['GET', '/v1/payment_intents/', { kind: 'error', count: 1, status: 429 }],
    ])('answers clearly when %s %s fails (%j), and a retry succeeds', async (method, path, fault) => {
      await shop.control('api-faults', { method, path, ...fault });
      const rejected = await attempt();
      expect(rejected).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } });
      expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await attempt()).status).toBe(200);
    });
  });
});
