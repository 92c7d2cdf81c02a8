import { CheckoutBrowser, getCheckoutCookie } from '../support/checkout-browser.js';
import { createUser } from '../support/users.js';
import { buildPurchase, prepareBody, signIn, type Purchase } from '../support/purchase.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture, useShared } from '../support/fixtures.js';

const THREE_D_SECURE = '4000002760003184';

describe('the checkout cookie', () => {
  const product = useShared(startPaymentFixture);

  const atProvider = async (paymentIntentId: string): Promise<string> => {
    const response = await fetch(`${product.payments.url}/v1/payment_intents/${paymentIntentId}`, {
      headers: { Authorization: 'Bearer sk_test_sandbox' },
    });
    return ((await response.json()) as { status: string }).status;
  };
  const countPlans = async ({ email }: Purchase): Promise<number> => {
    const [row] = await product.database.query<{ count: number }>({
      text: `select count(*)::int from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [email],
    });
    return row!.count;
  };
  const expectCustomer = async (purchase: Purchase): Promise<void> => {
    expect((await signIn(product, purchase.email, purchase.password)).status).toBe(200);
    expect(await countPlans(purchase)).toBe(1);
  };

  it('is required to prepare, together with the client secret', async () => {
    const purchase = buildPurchase();
    const intent = await new CheckoutBrowser(product).open(purchase);
    const other = new CheckoutBrowser(product);
    await other.open(purchase);
    for (const cookie of [undefined, `checkout=${'x'.repeat(43)}`, 'checkout=short', other.cookie]) {
      const response = await new CheckoutBrowser(product, cookie).prepare(purchase, intent);
      expect(response).toMatchObject({ status: 409, body: { code: 'checkout_cookie_mismatch' } });
      expect(response.body.message).toMatch(/Nothing was charged/);
      expect(getCheckoutCookie(response)).toBeUndefined();
    }
  });

  it('completes a payment in a tab that does not know the email', async () => {
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const intent = await browser.open(purchase);
    expect((await browser.prepare(purchase, intent)).status).toBe(200);
    await browser.charge(purchase, intent);
    const { email: _, ...unnamed } = purchase;
    const stranger = new CheckoutBrowser(product);
    await stranger.open(purchase);
    for (const other of [stranger, new CheckoutBrowser(product)])
      expect((await other.process(unnamed, intent)).body.code).toBe('payment_belongs_to_another_account');
    const wrong = await browser.process({ ...purchase, email: 'else@example.com' }, intent);
    expect(wrong.body.code).toBe('payment_belongs_to_another_account');
    expect(await browser.process(unnamed, intent)).toMatchObject({ status: 200 });
    await expectCustomer(purchase);
  });

  it('is rotated by each prepare, and only the latest one continues the checkout', async () => {
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const intent = await browser.open(purchase);
    const seen = [browser.cookie];
    for (let time = 0; time < 3; time++) {
      expect((await browser.prepare(purchase, intent)).status).toBe(200);
      seen.push(browser.cookie);
    }
    expect(new Set(seen).size).toBe(4);
    for (const former of seen.slice(0, -1)) {
      const late = new CheckoutBrowser(product, former);
      expect((await late.prepare(purchase, intent)).body.code).toBe('checkout_cookie_mismatch');
      expect((await late.open(purchase)).paymentIntentId).not.toBe(intent.paymentIntentId);
    }
    expect((await browser.open(purchase)).paymentIntentId).toBe(intent.paymentIntentId);
  });

  it('stays the same when preparing fails', async () => {
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const intent = await browser.open(purchase);
    const weak = await browser.prepare({ ...purchase, password: '12' }, intent);
    expect(weak.body.code).toBe('weak_password');
    expect(getCheckoutCookie(weak)).toBeUndefined();
    expect((await browser.prepare(purchase, intent)).status).toBe(200);
  });

  it('is not accepted when made up', async () => {
    const forged = `checkout=${'a'.repeat(43)}`;
    const browser = new CheckoutBrowser(product, forged);
    const intent = await browser.open(buildPurchase());
    expect(browser.cookie).not.toBe(forged);
    expect((await new CheckoutBrowser(product, forged).open(buildPurchase())).paymentIntentId).not.toBe(
      intent.paymentIntentId,
    );
  });

  it('lasts a day, is HttpOnly and SameSite, and has no prefix on http', async () => {
    const response = await new CheckoutBrowser(product).requestIntent(buildPurchase());
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^checkout=[\w-]{43}; Max-Age=86400; Path=\/api\/functions; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  describe('on https', () => {
    const secure = useFixture(startPaymentFixture, { SITE_URL: 'https://shop.example' });

    it('has the __Host- prefix, when opened and when prepared', async () => {
      const purchase = buildPurchase();
      const browser = new CheckoutBrowser(secure);
      const opened = await browser.requestIntent(purchase);
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

    it('is ignored without the prefix', async () => {
      const purchase = buildPurchase();
      const browser = new CheckoutBrowser(secure);
      const intent = await browser.open(purchase);
      const unprefixed = new CheckoutBrowser(secure, browser.cookie!.replace('__Host-', ''));
      expect((await unprefixed.prepare(purchase, intent)).body.code).toBe('checkout_cookie_mismatch');
      expect((await unprefixed.open(purchase)).paymentIntentId).not.toBe(intent.paymentIntentId);
    });
  });

  describe('lets a buyer pay only once', () => {
    it('after a prepare whose response was lost together with the cookie', async () => {
      const purchase = buildPurchase();
      const browser = new CheckoutBrowser(product);
      const intent = await browser.open(purchase);
      const lost = await browser.callAndLoseResponse(
        'prepare-checkout',
        prepareBody(purchase, intent.clientSecret),
      );
      expect(lost.status).toBe(200);

      const repeated = await browser.submit(purchase, intent);

      expect(repeated.paymentIntentId).not.toBe(intent.paymentIntentId);
      expect(await atProvider(intent.paymentIntentId)).toBe('canceled');
      expect((await browser.charge(purchase, repeated)).status).toBe('succeeded');
      expect((await browser.process(purchase, repeated)).status).toBe(200);
      await expectCustomer(purchase);
    });

    it('in two tabs, one after the other', async () => {
      const purchase = buildPurchase();
      const browser = new CheckoutBrowser(product);
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

    it('in two tabs at the same time', async () => {
      const purchase = buildPurchase();
      const browser = new CheckoutBrowser(product);
      const intent = await browser.open(purchase);
      const tab = async () => {
        const ready = await browser.submit(purchase, intent).catch(() => undefined);
        return ready && (await browser.charge(purchase, ready)).status === 'succeeded' ? ready : undefined;
      };
      const paid = (await Promise.all([tab(), tab()])).filter((held) => held !== undefined);
      expect(paid).toHaveLength(1);
      expect((await browser.process(purchase, paid[0]!)).status).toBe(200);
      await expectCustomer(purchase);
    });

    it('in two browsers that prepare at the same time', async () => {
      const purchase = buildPurchase();
      const browsers = [new CheckoutBrowser(product), new CheckoutBrowser(product)];
      const intents = await Promise.all(browsers.map((browser) => browser.open(purchase)));
      await Promise.all(browsers.map((browser, index) => browser.prepare(purchase, intents[index]!)));
      const payableIntents = await Promise.all(
        intents.map(({ paymentIntentId }) => atProvider(paymentIntentId)),
      );
      expect(payableIntents.sort()).toEqual(['canceled', 'requires_payment_method']);
    });

    it('after a reload during 3-D Secure', async () => {
      const purchase = buildPurchase();
      const browser = new CheckoutBrowser(product);
      const intent = await browser.submit(purchase, await browser.open(purchase));
      expect((await browser.charge(purchase, intent, THREE_D_SECURE)).status).toBe('requires_action');

      const reloaded = await browser.open(purchase);
      expect(reloaded).toEqual(intent);
      expect(await browser.submit(purchase, reloaded)).toEqual(intent);
      expect((await browser.charge(purchase, intent)).status).toBe('succeeded');
      expect((await browser.process(purchase, intent)).status).toBe(200);
      await expectCustomer(purchase);
    });

    it('when signed in, after a lost response', async () => {
      const user = await createUser(product);
      const browser = new CheckoutBrowser(product, undefined, user.headers);
      const purchase = buildPurchase({ email: user.email });
      const intent = await browser.open(purchase);
      const body = (clientSecret: string) => ({ clientSecret, planName: 'team', amount: 4900 });
      await browser.callAndLoseResponse('prepare-checkout', body(intent.clientSecret));
      const late = await browser.call('prepare-checkout', body(intent.clientSecret));
      expect(late.body.code).toBe('checkout_cookie_mismatch');
      const fresh = await browser.open(purchase);
      expect((await browser.call('prepare-checkout', body(fresh.clientSecret))).status).toBe(200);
      expect(await atProvider(intent.paymentIntentId)).toBe('canceled');
    });
  });

  it('leads to a fresh intent when the provider does not know the old one', async () => {
    const browser = new CheckoutBrowser(product);
    const { paymentIntentId } = await browser.open(buildPurchase());
    const { cookie } = browser;
    await product.database.query({
      text: `update checkouts set payment_intent_id = 'pi_of_another_installation' where payment_intent_id = $1`,
      values: [paymentIntentId],
    });
    const fresh = await browser.open(buildPurchase());
    expect(await browser.open(buildPurchase())).toEqual(fresh);
    expect(browser.cookie).toBe(cookie);
  });

  it('is set even when the provider does not respond, so that a retry continues the same checkout', async () => {
    await product.control('api-failures', {
      method: 'POST',
      path: '/v1/payment_intents$',
      kind: 'error',
      count: 2,
    });
    const browser = new CheckoutBrowser(product);
    expect((await browser.requestIntent(buildPurchase())).status).toBe(503);
    const cookie = browser.cookie;
    expect(cookie).toMatch(/^checkout=/);
    expect((await browser.requestIntent(buildPurchase())).status).toBe(200);
    expect(browser.cookie).toBe(cookie);
  });
});
