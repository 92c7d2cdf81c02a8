import { randomUUID } from 'node:crypto';
import { CheckoutBrowser, getCheckoutCookie } from '../support/checkout-browser.js';
import { createUser } from '../support/users.js';
import { buildPurchase, prepareBody, signIn } from '../support/purchase.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useShared } from '../support/fixtures.js';

const DAY_SECONDS = 86_400;

describe('a repeated checkout request with an Idempotency-Key', () => {
  const product = useShared(startPaymentFixture);
  afterEach(() => product.resetControls());

  const newKey = () => ({ 'Idempotency-Key': randomUUID() });
  /** Everything stored for requests with keys. */
  const stored = async (): Promise<string> =>
    JSON.stringify(await product.database.query({ text: 'select * from idempotency_keys' }));

  it('returns the same open intent and its cookie, without storing either', async () => {
    const key = newKey();
    const purchase = buildPurchase();
    const first = await new CheckoutBrowser(product).requestIntent(purchase, key);
    const repeated = await new CheckoutBrowser(product).requestIntent(purchase, key);

    expect(repeated).toMatchObject({ status: 200, body: first.body });
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(getCheckoutCookie(repeated)).toMatch(/^checkout=[\w-]{43}$/);
    expect(getCheckoutCookie(repeated)).toBe(getCheckoutCookie(first));
    expect(await stored()).not.toContain(first.body.clientSecret);
    expect(await stored()).not.toContain(getCheckoutCookie(first)!.split('=')[1]);
    const browser = new CheckoutBrowser(product, getCheckoutCookie(repeated));
    expect(
      (await browser.prepare(purchase, repeated.body as unknown as { clientSecret: string })).status,
    ).toBe(200);
  });

  it('keeps to the cookie of a browser that has one', async () => {
    const browser = new CheckoutBrowser(product);
    const purchase = buildPurchase();
    const intent = await browser.open(purchase);
    const { cookie } = browser;
    const key = newKey();
    expect(await browser.open(purchase, key)).toEqual(intent);
    expect(await browser.open(purchase, key)).toEqual(intent);
    expect(browser.cookie).toBe(cookie);
  });

  it('returns the current intent when the first one was canceled', async () => {
    const key = newKey();
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const first = await browser.open(purchase, key);
    await browser.open(buildPurchase({ planName: 'growth', amount: 9900 }));
    for (const replay of [browser, new CheckoutBrowser(product)]) {
      const repeated = await replay.open(purchase, key);
      expect(repeated.paymentIntentId).not.toBe(first.paymentIntentId);
      expect(await replay.open(purchase)).toEqual(repeated);
      expect((await replay.charge(purchase, repeated, '4000000000000002')).error?.code).toBe('card_declined');
    }
  });

  it('does not return an intent that was prepared in the meantime', async () => {
    const key = newKey();
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const intent = await browser.submit(purchase, await browser.open(purchase, key));
    const replayed = await new CheckoutBrowser(product).open(purchase, key);
    expect(replayed.clientSecret).not.toBe(intent.clientSecret);
    expect(await new CheckoutBrowser(product).open(purchase, key)).toEqual(replayed);
  });

  it('is scoped to its caller: another address or account gets its own checkout', async () => {
    const key = newKey();
    const purchase = buildPurchase();
    const stranger = await new CheckoutBrowser(product).open(purchase, key);
    const { headers } = await createUser(product);
    const customer = await new CheckoutBrowser(product, undefined, headers).open(purchase, key);
    expect(customer.paymentIntentId).not.toBe(stranger.paymentIntentId);
  });

  it('is rejected with a different body, also after a failed request', async () => {
    const key = newKey();
    await product.control('api-failures', {
      method: 'POST',
      path: '/v1/payment_intents$',
      kind: 'error',
      count: 2,
    });
    const call = (amount: number) => product.callFunction('create-payment-intent', { amount }, key);
    expect((await call(4900)).status).toBe(503);
    expect(await call(9900)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect((await call(4900)).status).toBe(200);
    expect(await call(9900)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it('returns a retryable error while the first request is in progress', async () => {
    const key = newKey();
    const call = () => product.callFunction('create-payment-intent', { amount: 4900 }, key);
    for (const storedRequests of [0, 1]) {
      await product.control('api-failures', {
        method: storedRequests ? 'GET' : 'POST',
        path: '/v1/payment_intents',
        kind: 'slow',
        ms: 1500,
        count: 1,
      });
      const responses = await Promise.all(Array.from({ length: 5 }, call));
      const codes = responses.map(({ status, body }) => `${status} ${String(body.code ?? '')}`.trim());
      expect(codes.sort()).toEqual(['200', ...Array<string>(4).fill('409 idempotency_in_progress')]);
    }
  });

  it('prepares again with the current cookie, and not with the previous one', async () => {
    const key = newKey();
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const intent = await browser.open(purchase);
    const former = browser.cookie;
    const body = prepareBody(purchase, intent.clientSecret);
    expect((await browser.call('prepare-checkout', body, key)).status).toBe(200);
    const repeated = await browser.call('prepare-checkout', body, key);
    expect(repeated).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(getCheckoutCookie(repeated)).toBeDefined();
    const late = await new CheckoutBrowser(product, former).call('prepare-checkout', body, key);
    expect(late).toMatchObject({ status: 409, body: { code: 'checkout_cookie_mismatch' } });
    expect(getCheckoutCookie(late)).toBeUndefined();
    expect(await stored()).not.toContain(intent.clientSecret);
  });

  it('returns the current state of a payment', async () => {
    const key = newKey();
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const intent = await browser.submit(purchase, await browser.open(purchase));
    const process = () =>
      browser.call('process-payment', { paymentIntentId: intent.paymentIntentId, ...purchase }, key);
    expect((await process()).body.code).toBe('payment_not_succeeded');
    await browser.charge(purchase, intent);
    const first = await process();
    expect(first.status).toBe(200);
    expect((await process()).body).toEqual(first.body);
    expect(await stored()).not.toContain(purchase.email);
    expect((await signIn(product, purchase.email, purchase.password)).status).toBe(200);
  });

  it('returns the open hosted page, and a new one once that has ended', async () => {
    const key = newKey();
    const { headers } = await createUser(product);
    const call = () =>
      product.callFunction('create-checkout-session', { planName: 'team' }, { ...headers, ...key });
    const first = await call();
    expect((await call()).body).toEqual(first.body);
    expect(await stored()).not.toContain(first.body.url);
    await product.control('clock', { advanceSeconds: DAY_SECONDS + 60 });
    const repeated = await call();
    expect(repeated.status).toBe(200);
    expect(repeated.body.url).not.toBe(first.body.url);
  });
});
