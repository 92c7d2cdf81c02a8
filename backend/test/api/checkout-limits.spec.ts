import { CheckoutLimits } from '../../src/modules/checkout/declines/checkout-limits.js';
import { PurgeUnpaidCheckouts } from '../../src/modules/checkout/reconciliation/purge-unpaid-checkouts.task.js';
import { DeclineLimits } from '../../src/modules/billing/declines/decline-limits.js';
import { PurgeDeclines } from '../../src/modules/billing/declines/purge-declines.task.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { CheckoutBrowser, getCheckoutCookie, type PageIntent } from '../support/checkout-browser.js';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { buildPurchase } from '../support/purchase.js';
import { confirmCard } from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

const DECLINED = '4000000000000002';
const HOUR_SECONDS = 3600;

/** Stops card testing without limiting buyers who compare plans. */
describe('checkout rate limits', () => {
  const product = useFixture(startPaymentFixture, { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
  const worker = useWorker(product);
  let networks = 0;

  const uniqueNetwork = () => `10.9.0.${++networks}`;
  const newBrowser = (network: string, cookie?: string) =>
    new CheckoutBrowser(product, cookie, { 'X-Forwarded-For': network });

  const getCheckout = async ({ paymentIntentId }: PageIntent) => {
    const [row] = await product.database.query<{ declines: number; status: string }>({
      text: 'select declines, status from checkouts where payment_intent_id = $1',
      values: [paymentIntentId],
    });
    return row!;
  };
  /** Charges a card that is declined this many times, and waits until the webhooks were processed. */
  const decline = async (browser: CheckoutBrowser, intent: PageIntent, times: number): Promise<void> => {
    const before = (await getCheckout(intent)).declines;
    for (let time = 0; time < times; time++) {
      const { error } = await browser.charge({ email: 'ada@example.com' }, intent, DECLINED);
      expect(error?.code).toBe('card_declined');
    }
    await eventually(async () => expect((await getCheckout(intent)).declines).toBe(before + times));
  };
  /** Stores the declines of this address again, as if there were this many times as many. */
  const multiplyDeclines = (network: string, times: number) =>
    product.database.query({
      text: `insert into checkout_declines (id, checkout_id, setup_intent_id, ip_hash, declined_at)
             select gen_random_uuid(), checkout_id, setup_intent_id, ip_hash, declined_at
             from checkout_declines, generate_series(2, $2) where ip_hash = $1`,
      values: [product.api.get(DeclineLimits).hashIp(network), times],
    });
  const closed = (intent: PageIntent) =>
    eventually(async () => expect(await getCheckout(intent)).toMatchObject({ status: 'canceled' }));

  it('allow 60 new cookies an hour from one address, not counting other plans, intervals, reloads or prepares', async () => {
    const network = uniqueNetwork();
    const browser = newBrowser(network);
    const priceOptions = [
      { planName: 'team', amount: 4900 },
      { planName: 'team', amount: 49900 },
      { planName: 'growth', amount: 9900 },
    ];
    for (let choice = 0; choice < 6; choice++)
      expect((await browser.requestIntent(buildPurchase(priceOptions[choice % 3]))).status).toBe(200);
    const purchase = buildPurchase(priceOptions[2]);
    await browser.submit(purchase, await browser.open(purchase));
    const limits = product.api.get(CheckoutLimits);
    for (let other = 0; other < 58; other++) await limits.countNewCookie(network);
    expect((await newBrowser(network).requestIntent(purchase)).status).toBe(200);

    const rejected = await newBrowser(network).requestIntent(purchase);

    expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(getCheckoutCookie(rejected)).toBeUndefined();
    expect((await browser.requestIntent(purchase)).status).toBe(200);
    expect((await newBrowser(uniqueNetwork()).requestIntent(purchase)).status).toBe(200);
  });

  it('allow 5 declines per intent: it is canceled with a message, and the buyer gets a new one', async () => {
    const browser = newBrowser(uniqueNetwork());
    const purchase = buildPurchase();
    const intent = await browser.submit(purchase, await browser.open(purchase));
    await decline(browser, intent, 5);
    await closed(intent);

    const rejected = await browser.prepare(purchase, intent);

    expect(rejected).toMatchObject({ status: 409, body: { code: 'too_many_declines' } });
    expect(rejected.body.message).toBe(
      'Your card was declined 5 times, so we canceled this payment. Nothing was charged. Please check your card details or use another card, then try again.',
    );
    const fresh = await browser.open(purchase);
    expect(fresh.paymentIntentId).not.toBe(intent.paymentIntentId);
    const ready = await browser.submit(purchase, fresh);
    expect(ready).toEqual(fresh);
    expect((await browser.charge(purchase, ready)).status).toBe('succeeded');
    expect((await browser.process(purchase, ready)).status).toBe(200);
  });

  it('allow 20 declines an hour per preparing address, counted at the next prepare and the next intent', async () => {
    const network = uniqueNetwork();
    const purchase = buildPurchase();
    const browser = newBrowser(network);
    const intent = await browser.submit(purchase, await browser.open(purchase));
    await decline(browser, intent, 5);
    await closed(intent);
    await multiplyDeclines(network, 4);
    const otherBrowser = newBrowser(uniqueNetwork(), browser.cookie);
    const held = await otherBrowser.open(purchase);

    const rejected = [
      await newBrowser(network).requestIntent(purchase),
      await browser.requestIntent(purchase),
      await browser.prepare(purchase, held),
    ];

    for (const { status, body, headers } of rejected) {
      expect(status).toBe(429);
      expect(body.code).toBe('rate_limited');
      expect(body.message).toMatch(/^Too many declined cards from your network\. .* in 60 minutes\.$/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(HOUR_SECONDS - 120);
    }
    expect((await otherBrowser.prepare(purchase, held)).status).toBe(200);
    expect(await worker.get(Metrics).registry.metrics()).toMatch(/^checkout_declines_total 10$/m);
    product.clock.advance(HOUR_SECONDS);
    expect((await newBrowser(network).requestIntent(purchase)).status).toBe(200);
  });

  it('count declines of an unprepared intent for the address that opened it', async () => {
    const network = uniqueNetwork();
    const browser = newBrowser(network);
    await decline(browser, await browser.open(buildPurchase()), 4);
    await multiplyDeclines(network, 5);
    expect((await newBrowser(network).requestIntent(buildPurchase())).status).toBe(429);
  });

  it('count declined cards of card setups as well: 5 per setup, 20 an hour per address', async () => {
    const network = uniqueNetwork();
    const { headers } = await createUser(product);
    const { stripe } = product;
    const from = { ...headers, 'X-Forwarded-For': network };
    const setUp = () =>
      callApi<Record<string, string>>(product, from, 'POST', 'account/v1/payment-methods/setup');
    const clientSecret = (await setUp()).body.clientSecret!;
    for (let time = 0; time < 5; time++)
      await expect(confirmCard(product, clientSecret, DECLINED)).rejects.toThrow('not confirmed');
    await eventually(async () => {
      const { status } = await stripe.setupIntents.retrieve(clientSecret.split('_secret_')[0]!);
      expect(status).toBe('canceled');
    });
    await multiplyDeclines(network, 4);
    expect(await setUp()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await newBrowser(network).requestIntent(buildPurchase())).status).toBe(429);
  });

  it('delete declines after a day, and addresses together with unpaid checkouts', async () => {
    const browser = newBrowser(uniqueNetwork());
    const intent = await browser.open(buildPurchase());
    await decline(browser, intent, 5);
    await closed(intent);
    const stored = async () => {
      const [row] = await product.database.query<{ declines: number; address: string | null }>({
        text: `select (select count(*)::int from checkout_declines d where d.checkout_id = c.id) as declines, ip_hash as address
               from checkouts c where payment_intent_id = $1`,
        values: [intent.paymentIntentId],
      });
      return row!;
    };
    expect(await stored()).toEqual({ declines: 5, address: expect.stringMatching(/^[\w-]{43}$/) });
    product.clock.advance(24 * HOUR_SECONDS + 1);
    await worker.get(PurgeDeclines).run();
    expect(await stored()).toEqual({ declines: 0, address: expect.any(String) });
    product.clock.advance(30 * 24 * HOUR_SECONDS);
    await worker.get(PurgeUnpaidCheckouts).run();
    expect(await stored()).toEqual({ declines: 0, address: null });
  });
});
