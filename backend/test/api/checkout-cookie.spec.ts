import { CheckoutBrowser, cookieOf } from '../support/checkout-browser.js';
import { aPerson } from '../support/users.js';
import { aPurchase, prepareBody, signIn, type Purchase } from '../support/purchase.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const THREE_D_SECURE = '4000002760003184';

describe('the checkout cookie', () => {
  let shop: PaymentFixture;
  beforeAll(async () => (shop = await startPaymentFixture()));
  afterAll(() => shop?.stop());

  const atProvider = async (paymentIntentId: string): Promise<string> => {
    const response = await fetch(`${shop.payments.url}/v1/payment_intents/${paymentIntentId}`, {
      headers: { Authorization: 'Bearer sk_test_sandbox' },
    });
    return ((await response.json()) as { status: string }).status;
  };
  const plansOf = async ({ email }: Purchase): Promise<number> => {
    const [row] = await shop.database.query<{ count: number }>({
      text: `select count(*)::int from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [email],
    });
    return row!.count;
  };
  const expectCustomer = async (purchase: Purchase): Promise<void> => {
    expect((await signIn(shop, purchase.email, purchase.password)).status).toBe(200);
    expect(await plansOf(purchase)).toBe(1);
  };

  it('is needed to prepare, beside the client secret', async () => {
    const purchase = aPurchase();
    const intent = await new CheckoutBrowser(shop).open(purchase);
    for (const cookie of [undefined, `checkout=${'x'.repeat(43)}`, 'checkout=short']) {
      const response = await new CheckoutBrowser(shop, cookie).prepare(purchase, intent);
      expect(response).toMatchObject({ status: 409, body: { code: 'checkout_cookie_mismatch' } });
      expect(response.body.message).toMatch(/Nothing was charged/);
      expect(cookieOf(response)).toBeUndefined();
    }
  });

  it('of another checkout does not prepare this one', async () => {
    const purchase = aPurchase();
    const intent = await new CheckoutBrowser(shop).open(purchase);
    const other = new CheckoutBrowser(shop);
    await other.open(purchase);
    expect((await other.prepare(purchase, intent)).body.code).toBe('checkout_cookie_mismatch');
  });

  it('is rotated by each prepare, and only the latest goes on with the checkout', async () => {
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const intent = await browser.open(purchase);
    const seen = [browser.cookie];
    for (let time = 0; time < 3; time++) {
      expect((await browser.prepare(purchase, intent)).status).toBe(200);
      seen.push(browser.cookie);
    }
    expect(new Set(seen).size).toBe(4);
    for (const former of seen.slice(0, -1)) {
      const late = new CheckoutBrowser(shop, former);
      expect((await late.prepare(purchase, intent)).body.code).toBe('checkout_cookie_mismatch');
      expect((await late.open(purchase)).paymentIntentId).not.toBe(intent.paymentIntentId);
    }
    expect((await browser.open(purchase)).paymentIntentId).toBe(intent.paymentIntentId);
  });

  it('stays as it is where preparing fails', async () => {
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const intent = await browser.open(purchase);
    const weak = await browser.prepare({ ...purchase, password: '12' }, intent);
    expect(weak.body.code).toBe('weak_password');
    expect(cookieOf(weak)).toBeUndefined();
    expect((await browser.prepare(purchase, intent)).status).toBe(200);
  });

  it('that was made up is not adopted', async () => {
    const madeUp = `checkout=${'a'.repeat(43)}`;
    const browser = new CheckoutBrowser(shop, madeUp);
    const intent = await browser.open(aPurchase());
    expect(browser.cookie).not.toBe(madeUp);
    expect((await new CheckoutBrowser(shop, madeUp).open(aPurchase())).paymentIntentId).not.toBe(
      intent.paymentIntentId,
    );
  });

  it('is kept for a day, from scripts and from other sites; on http without a prefix', async () => {
    const response = await new CheckoutBrowser(shop).askForIntent(aPurchase());
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^checkout=[\w-]{43}; Max-Age=86400; Path=\/api\/functions; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  describe('on https', () => {
    let secure: PaymentFixture;
    beforeAll(async () => (secure = await startPaymentFixture({ SITE_URL: 'https://shop.example' })));
    afterAll(() => secure?.stop());

    it('is a __Host- cookie, at opening and at preparing', async () => {
      const purchase = aPurchase();
      const browser = new CheckoutBrowser(secure);
      const opened = await browser.askForIntent(purchase);
      const prepared = await browser.prepare(purchase, opened.body as unknown as { clientSecret: string });
      expect(prepared.status).toBe(200);
      for (const { headers } of [opened, prepared]) {
        expect(headers.getSetCookie()).toEqual([
          expect.stringMatching(
            /^__Host-checkout=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
          ),
        ]);
      }
    });

    it('is not read under its name without the prefix', async () => {
      const purchase = aPurchase();
      const browser = new CheckoutBrowser(secure);
      const intent = await browser.open(purchase);
      const unprefixed = new CheckoutBrowser(secure, browser.cookie!.replace('__Host-', ''));
      expect((await unprefixed.prepare(purchase, intent)).body.code).toBe('checkout_cookie_mismatch');
      expect((await unprefixed.open(purchase)).paymentIntentId).not.toBe(intent.paymentIntentId);
    });
  });

  describe('lets one buyer pay once', () => {
    it('after a prepare whose response was lost, cookie and all', async () => {
      const purchase = aPurchase();
      const browser = new CheckoutBrowser(shop);
      const intent = await browser.open(purchase);
      const lost = await browser.callWithoutKeeping(
        'prepare-checkout',
        prepareBody(purchase, intent.clientSecret),
      );
      expect(lost.status).toBe(200);

      const again = await browser.submit(purchase, intent);

      expect(again.paymentIntentId).not.toBe(intent.paymentIntentId);
      expect(await atProvider(intent.paymentIntentId)).toBe('canceled');
      expect((await browser.charge(purchase, again)).status).toBe('succeeded');
      expect((await browser.process(purchase, again)).status).toBe(200);
      await expectCustomer(purchase);
    });

    it('in two tabs, one after the other', async () => {
      const purchase = aPurchase();
      const browser = new CheckoutBrowser(shop);
      const one = await browser.open(purchase);
      const two = await browser.open(purchase);
      expect(two).toEqual(one);
      expect(await browser.submit(purchase, one)).toEqual(one);
      expect(await browser.submit(purchase, two)).toEqual(one);
      expect((await browser.charge(purchase, one)).status).toBe('succeeded');
      expect((await browser.process(purchase, one)).status).toBe(200);
      expect((await browser.prepare(purchase, two)).body.code).toBe('checkout_closed');
      await expectCustomer(purchase);
    });

    it('in two tabs at the same moment', async () => {
      for (let round = 0; round < 8; round++) {
        const purchase = aPurchase();
        const browser = new CheckoutBrowser(shop);
        const intent = await browser.open(purchase);
        const tab = async () => {
          const ready = await browser.submit(purchase, intent).catch(() => undefined);
          return ready && (await browser.charge(purchase, ready)).status === 'succeeded' ? ready : undefined;
        };
        const paid = (await Promise.all([tab(), tab()])).filter((held) => held !== undefined);
        expect(paid).toHaveLength(1);
        expect((await browser.process(purchase, paid[0]!)).status).toBe(200);
        await expectCustomer(purchase);
      }
    });

    it('in two browsers that prepare at the same moment', async () => {
      for (let round = 0; round < 5; round++) {
        const purchase = aPurchase();
        const browsers = [new CheckoutBrowser(shop), new CheckoutBrowser(shop)];
        const intents = await Promise.all(browsers.map((browser) => browser.open(purchase)));
        await Promise.all(browsers.map((browser, index) => browser.prepare(purchase, intents[index]!)));
        const payable = await Promise.all(intents.map(({ paymentIntentId }) => atProvider(paymentIntentId)));
        expect(payable.sort()).toEqual(['canceled', 'requires_payment_method']);
      }
    });

    it('after a reload while the bank asks', async () => {
      const purchase = aPurchase();
      const browser = new CheckoutBrowser(shop);
      const intent = await browser.submit(purchase, await browser.open(purchase));
      expect((await browser.charge(purchase, intent, THREE_D_SECURE)).status).toBe('requires_action');

      const reloaded = await browser.open(purchase);
      expect(reloaded).toEqual(intent);
      expect(await browser.submit(purchase, reloaded)).toEqual(intent);
      expect((await browser.charge(purchase, intent)).status).toBe('succeeded');
      expect((await browser.process(purchase, intent)).status).toBe(200);
      await expectCustomer(purchase);
    });

    it('signed in, after a lost response', async () => {
      const person = await aPerson(shop);
      const browser = new CheckoutBrowser(shop, undefined, person.headers);
      const purchase = aPurchase({ email: person.email });
      const intent = await browser.open(purchase);
      const body = (clientSecret: string) => ({ clientSecret, planName: 'team', amount: 4900 });
      await browser.callWithoutKeeping('prepare-checkout', body(intent.clientSecret));
      const late = await browser.call('prepare-checkout', body(intent.clientSecret));
      expect(late.body.code).toBe('checkout_cookie_mismatch');
      const fresh = await browser.open(purchase);
      expect((await browser.call('prepare-checkout', body(fresh.clientSecret))).status).toBe(200);
      expect(await atProvider(intent.paymentIntentId)).toBe('canceled');
    });
  });

  it('leads to a fresh intent where the provider does not know the former one', async () => {
    const browser = new CheckoutBrowser(shop);
    const { paymentIntentId } = await browser.open(aPurchase());
    const { cookie } = browser;
    await shop.database.query({
      text: `update checkouts set payment_intent_id = 'pi_of_another_installation' where payment_intent_id = $1`,
      values: [paymentIntentId],
    });
    const fresh = await browser.open(aPurchase());
    expect(await browser.open(aPurchase())).toEqual(fresh);
    expect(browser.cookie).toBe(cookie);
  });

  it('is handed out even where the provider does not answer, so that a retry goes on with the same checkout', async () => {
    await shop.control('api-faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      kind: 'error',
      count: 2,
    });
    const browser = new CheckoutBrowser(shop);
    expect((await browser.askForIntent(aPurchase())).status).toBe(503);
    const cookie = browser.cookie;
    expect(cookie).toMatch(/^checkout=/);
    expect((await browser.askForIntent(aPurchase())).status).toBe(200);
    expect(browser.cookie).toBe(cookie);
  });
});
