import { randomUUID } from 'node:crypto';
import { CheckoutBrowser, cookieOf } from '../support/checkout-browser.js';
import { aPerson } from '../support/users.js';
import { aPurchase, prepareBody, signIn } from '../support/purchase.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const DAY_SECONDS = 86_400;

describe('a repeated checkout call with an Idempotency-Key', () => {
  let shop: PaymentFixture;
  beforeAll(async () => (shop = await startPaymentFixture()));
  afterAll(() => shop?.stop());
  afterEach(() => fetch(`${shop.payments.url}/controls`, { method: 'DELETE' }));

  const aKey = () => ({ 'Idempotency-Key': randomUUID() });
  /** Everything that is stored of calls with keys. */
  const stored = async (): Promise<string> =>
    JSON.stringify(await shop.database.query({ text: 'select * from idempotency_keys' }));

  it('gives the same open intent, and its cookie again, without either being stored', async () => {
    const key = aKey();
    const purchase = aPurchase();
    const first = await new CheckoutBrowser(shop).askForIntent(purchase, key);
    const again = await new CheckoutBrowser(shop).askForIntent(purchase, key);

    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(cookieOf(again)).toMatch(/^checkout=[\w-]{43}$/);
    expect(cookieOf(again)).toBe(cookieOf(first));
    expect(await stored()).not.toContain(first.body.clientSecret);
    expect(await stored()).not.toContain(cookieOf(first)!.split('=')[1]);
    const browser = new CheckoutBrowser(shop, cookieOf(again));
    expect((await browser.prepare(purchase, again.body as unknown as { clientSecret: string })).status).toBe(
      200,
    );
  });

  it('in a browser that has a cookie keeps to that cookie', async () => {
    const browser = new CheckoutBrowser(shop);
    const purchase = aPurchase();
    const intent = await browser.open(purchase);
    const { cookie } = browser;
    const key = aKey();
    expect(await browser.open(purchase, key)).toEqual(intent);
    expect(await browser.open(purchase, key)).toEqual(intent);
    expect(browser.cookie).toBe(cookie);
  });

  it('gives the present intent where the first one was canceled', async () => {
    const key = aKey();
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const first = await browser.open(purchase, key);
    await browser.open(aPurchase({ planName: 'growth', amount: 9900 }));
    for (const replaying of [browser, new CheckoutBrowser(shop)]) {
      const again = await replaying.open(purchase, key);
      expect(again.paymentIntentId).not.toBe(first.paymentIntentId);
      expect(await replaying.open(purchase)).toEqual(again);
      expect((await replaying.charge(purchase, again, '4000000000000002')).error?.code).toBe('card_declined');
    }
  });

  it('leads no longer to an intent that was prepared since', async () => {
    const key = aKey();
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const intent = await browser.submit(purchase, await browser.open(purchase, key));
    const replayed = await new CheckoutBrowser(shop).open(purchase, key);
    expect(replayed.clientSecret).not.toBe(intent.clientSecret);
    expect(await new CheckoutBrowser(shop).open(purchase, key)).toEqual(replayed);
  });

  it('belongs to its caller: another address or account gets a checkout of its own', async () => {
    const key = aKey();
    const purchase = aPurchase();
    const stranger = await new CheckoutBrowser(shop).open(purchase, key);
    const { headers } = await aPerson(shop);
    const customer = await new CheckoutBrowser(shop, undefined, headers).open(purchase, key);
    expect(customer.paymentIntentId).not.toBe(stranger.paymentIntentId);
  });

  it('is rejected with another body, also after the call failed', async () => {
    const key = aKey();
    await shop.control('api-faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      kind: 'error',
      count: 2,
    });
    const call = (amount: number) => shop.call('create-payment-intent', { amount }, key);
    expect((await call(4900)).status).toBe(503);
    expect(await call(9900)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect((await call(4900)).status).toBe(200);
    expect(await call(9900)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it('is told to wait while the first call runs', async () => {
    const key = aKey();
    const call = () => shop.call('create-payment-intent', { amount: 4900 }, key);
    for (const earlierCalls of [0, 1]) {
      await shop.control('api-faults', {
        method: earlierCalls ? 'GET' : 'POST',
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

  it('prepares again with the present cookie, and not with the one before', async () => {
    const key = aKey();
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const intent = await browser.open(purchase);
    const former = browser.cookie;
    const body = prepareBody(purchase, intent.clientSecret);
    expect((await browser.call('prepare-checkout', body, key)).status).toBe(200);
    const again = await browser.call('prepare-checkout', body, key);
    expect(again).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(cookieOf(again)).toBeDefined();
    const late = await new CheckoutBrowser(shop, former).call('prepare-checkout', body, key);
    expect(late).toMatchObject({ status: 409, body: { code: 'checkout_cookie_mismatch' } });
    expect(cookieOf(late)).toBeUndefined();
    expect(await stored()).not.toContain(intent.clientSecret);
  });

  it('says of a payment what is true now', async () => {
    const key = aKey();
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const intent = await browser.submit(purchase, await browser.open(purchase));
    const process = () =>
      browser.call('process-payment', { paymentIntentId: intent.paymentIntentId, ...purchase }, key);
    expect((await process()).body.code).toBe('payment_not_succeeded');
    await browser.charge(purchase, intent);
    const first = await process();
    expect(first.status).toBe(200);
    expect((await process()).body).toEqual(first.body);
    expect(await stored()).not.toContain(purchase.email);
    expect((await signIn(shop, purchase.email, purchase.password)).status).toBe(200);
  });

  it('gives the open hosted page again, and another one once that has ended', async () => {
    const key = aKey();
    const { headers } = await aPerson(shop);
    const call = () => shop.call('create-checkout-session', { planName: 'team' }, { ...headers, ...key });
    const first = await call();
    expect((await call()).body).toEqual(first.body);
    expect(await stored()).not.toContain(first.body.url);
    await shop.control('clock', { advanceSeconds: DAY_SECONDS + 60 });
    const again = await call();
    expect(again.status).toBe(200);
    expect(again.body.url).not.toBe(first.body.url);
  });
});
