import type { INestApplicationContext } from '@nestjs/common';
import { PurgeUnpaidCheckouts } from '../../src/modules/subscriptions/handlers/purge-unpaid-checkouts.task.js';
import { PurgeDeclines } from '../../src/modules/subscriptions/handlers/purge-declines.task.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { CheckoutBrowser, cookieOf, type HeldIntent } from '../support/checkout-browser.js';
import { eventually } from '../support/eventually.js';
import { aPurchase } from '../support/purchase.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const DECLINED = '4000000000000002';
const HOUR_SECONDS = 3600;

/** That cards cannot be tried out without end, and that the person who chooses is not limited. */
describe('checkouts are limited', () => {
  let shop: PaymentFixture;
  let worker: INestApplicationContext;
  let networks = 0;
  beforeAll(async () => {
    shop = await startPaymentFixture({ RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
    worker = await shop.startWorker();
  });
  afterAll(() => shop?.stop());

  const aNetwork = () => `10.9.0.${++networks}`;
  const aBrowser = (network: string, cookie?: string) =>
    new CheckoutBrowser(shop, cookie, { 'X-Forwarded-For': network });

  const declinesOf = async ({ paymentIntentId }: HeldIntent) => {
    const [row] = await shop.database.query<{ declines: number; status: string }>({
      text: 'select declines, status from checkouts where payment_intent_id = $1',
      values: [paymentIntentId],
    });
    return row!;
  };
  /** Charges a card that is declined so many times, and waits until the webhooks have told of it. */
  const decline = async (browser: CheckoutBrowser, intent: HeldIntent, times: number): Promise<void> => {
    const before = (await declinesOf(intent)).declines;
    for (let time = 0; time < times; time++) {
      const { error } = await browser.charge({ email: 'ada@example.com' }, intent, DECLINED);
      expect(error?.code).toBe('card_declined');
    }
    await eventually(async () => expect((await declinesOf(intent)).declines).toBe(before + times));
  };
  const closed = (intent: HeldIntent) =>
    eventually(async () => expect(await declinesOf(intent)).toMatchObject({ status: 'canceled' }));

  it('to 60 new cookies an hour from one address; the others are told when to come back', async () => {
    const network = aNetwork();
    const statuses: number[] = [];
    for (let browser = 0; browser < 60; browser++)
      statuses.push((await aBrowser(network).askForIntent(aPurchase())).status);
    expect(new Set(statuses)).toEqual(new Set([200]));

    const rejected = await aBrowser(network).askForIntent(aPurchase());

    expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(cookieOf(rejected)).toBeUndefined();
    expect((await aBrowser(aNetwork()).askForIntent(aPurchase())).status).toBe(200);
  });

  it('but not for another plan or interval, a reload or a prepare: 150 of them count toward nothing', async () => {
    const network = aNetwork();
    const browser = aBrowser(network);
    const offers = [
      { planName: 'team', amount: 4900 },
      { planName: 'team', amount: 49900 },
      { planName: 'growth', amount: 9900 },
    ];
    for (let choice = 0; choice < 150; choice++)
      expect((await browser.askForIntent(aPurchase(offers[choice % 3]))).status).toBe(200);
    const purchase = aPurchase(offers[2]);
    await browser.submit(purchase, await browser.open(purchase));
    for (let other = 0; other < 59; other++)
      expect((await aBrowser(network).askForIntent(purchase)).status).toBe(200);
    expect((await aBrowser(network).askForIntent(purchase)).status).toBe(429);
    expect((await browser.askForIntent(purchase)).status).toBe(200);
  });

  it('to 5 declines of one intent: it is canceled, the buyer is told so, and gets a fresh one', async () => {
    const browser = aBrowser(aNetwork());
    const purchase = aPurchase();
    const intent = await browser.submit(purchase, await browser.open(purchase));
    await decline(browser, intent, 5);
    await closed(intent);

    const told = await browser.prepare(purchase, intent);

    expect(told).toMatchObject({ status: 409, body: { code: 'too_many_declines' } });
    expect(told.body.message).toBe(
      'Your card was declined 5 times, so we canceled this payment. Nothing was charged. Please check your card details or use another card, then try again.',
    );
    const fresh = await browser.open(purchase);
    expect(fresh.paymentIntentId).not.toBe(intent.paymentIntentId);
    const ready = await browser.submit(purchase, fresh);
    expect(ready).toEqual(fresh);
    expect((await browser.charge(purchase, ready)).status).toBe('succeeded');
    expect((await browser.process(purchase, ready)).status).toBe(200);
  });

  it('to 20 declines an hour from the address that prepared, at the next prepare and the next intent', async () => {
    const network = aNetwork();
    const purchase = aPurchase();
    const browser = aBrowser(network);
    for (let round = 0; round < 4; round++) {
      const intent = await browser.submit(purchase, await browser.open(purchase));
      await decline(browser, intent, 5);
      await closed(intent);
    }
    const elsewhere = aBrowser(aNetwork(), browser.cookie);
    const held = await elsewhere.open(purchase);

    const rejected = [
      await aBrowser(network).askForIntent(purchase),
      await browser.askForIntent(purchase),
      await browser.prepare(purchase, held),
    ];

    for (const { status, body, headers } of rejected) {
      expect(status).toBe(429);
      expect(body.code).toBe('rate_limited');
      expect(body.message).toMatch(/^Too many cards were declined from your network\. .* in 60 minutes\.$/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(HOUR_SECONDS - 120);
    }
    expect((await elsewhere.prepare(purchase, held)).status).toBe(200);
    expect(await worker.get(Metrics, { strict: false }).registry.metrics()).toMatch(
      /^checkout_declines_total 25$/m,
    );
    shop.clock.advance(HOUR_SECONDS);
    expect((await aBrowser(network).askForIntent(purchase)).status).toBe(200);
  });

  it('attributes the declines of an intent that no one prepared to the address that opened it', async () => {
    const network = aNetwork();
    const browser = aBrowser(network);
    const offers = [
      { planName: 'team', amount: 4900 },
      { planName: 'growth', amount: 9900 },
    ];
    for (let round = 0; round < 5; round++)
      await decline(browser, await browser.open(aPurchase(offers[round % 2])), 4);
    expect((await aBrowser(network).askForIntent(aPurchase())).status).toBe(429);
  });

  it('and forget declines after a day, and addresses with the buyers of unpaid checkouts', async () => {
    const browser = aBrowser(aNetwork());
    const intent = await browser.open(aPurchase());
    await decline(browser, intent, 5);
    await closed(intent);
    const stored = async () => {
      const [row] = await shop.database.query<{ declines: number; address: string | null }>({
        text: `select (select count(*)::int from checkout_declines d where d.checkout_id = c.id) as declines, ip_hash as address
               from checkouts c where payment_intent_id = $1`,
        values: [intent.paymentIntentId],
      });
      return row!;
    };
    expect(await stored()).toEqual({ declines: 5, address: expect.stringMatching(/^[\w-]{43}$/) });
    shop.clock.advance(24 * HOUR_SECONDS + 1);
    await worker.get(PurgeDeclines, { strict: false }).run();
    expect(await stored()).toEqual({ declines: 0, address: expect.any(String) });
    shop.clock.advance(30 * 24 * HOUR_SECONDS);
    await worker.get(PurgeUnpaidCheckouts, { strict: false }).run();
    expect(await stored()).toEqual({ declines: 0, address: null });
  });
});
