import type { FailingPayment } from '@subscription-site/shared/contracts';
import { eventually } from '../support/eventually.js';
import { stripeOf } from '../support/open-checkouts.js';
import { aPerson, type Person } from '../support/users.js';
import { aPurchase, bearer, openCheckout, pay, prepare, process, signIn } from '../support/purchase.js';
import {
  payWithCard,
  quietly,
  startPaymentFixture,
  type PaymentFixture,
} from '../support/payment-fixture.js';

const HOUR_SECONDS = 3600;
const BROKEN = { kind: 'error', status: 400, count: 100_000 };

/** What fails for good is told to staff by email: once for a cause and hour, whatever happens meanwhile. */
describe('staff', () => {
  let shop: PaymentFixture;
  let support: Person;

  beforeEach(async () => {
    shop = await startPaymentFixture();
    await Promise.all([shop.startWorker(), shop.startWorker()]);
    support = await aPerson(shop, { role: 'support' });
  });
  afterEach(() => shop?.stop());

  const alerts = async (subject: string) =>
    (await shop.emailsTo(shop.settings.supportEmail)).filter((email) => email.subject === subject);
  const alerted = (subject: string, times = 1) =>
    eventually(async () => {
      const found = await alerts(subject);
      expect(found).toHaveLength(times);
      return found;
    });
  const metrics = async () => (await fetch(`${shop.url}/api/metrics`)).text();
  const failing = async () => {
    const response = await fetch(`${shop.url}/api/admin/v1/failing-payments`, { headers: support.headers });
    return ((await response.json()) as { items: FailingPayment[] }).items;
  };
  const buy = async () => {
    const purchase = aPurchase();
    const paid = await pay(shop, purchase);
    expect((await process(shop, purchase, paid)).status).toBe(200);
    return purchase;
  };
  const heldForReview = async (change: object) => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    await prepare(shop, purchase, opened);
    await stripeOf(shop).paymentIntents.update(opened.paymentIntentId, change);
    await payWithCard(shop, opened.clientSecret, { email: purchase.email });
    expect((await process(shop, purchase, opened)).body.code).toBe('payment_under_review');
    return opened.paymentIntentId;
  };

  it('learn of payments that need a review: one email for each cause and hour, none is left out', async () => {
    const subject = 'A payment needs your review';
    const first = await heldForReview({ amount: 4800 });
    const [email] = await alerted(subject);
    expect(email!.text).toContain(first);
    expect(email!.text).toContain('/admin/reviews');

    for (let more = 0; more < 3; more += 1) await heldForReview({ amount: 4800 });
    await heldForReview({ metadata: { plan: 'growth' } });
    await alerted(subject, 2);
    await quietly(async () => expect(await alerts(subject)).toHaveLength(2), 1500);

    await shop.startWorker();
    shop.clock.advance(HOUR_SECONDS + 60);
    const emails = await alerted(subject, 3);
    expect(emails.filter(({ text }) => text.includes('2 more'))).toHaveLength(1);
    shop.clock.advance(2 * HOUR_SECONDS);
    await quietly(async () => expect(await alerts(subject)).toHaveLength(3), 2500);
  });

  it('learn of a payment without any email address', async () => {
    const opened = await openCheckout(shop, aPurchase());
    await payWithCard(shop, opened.clientSecret, { name: '' });
    await eventually(async () => {
      shop.clock.advance(20);
      expect(await metrics()).toContain('checkouts{status="unclaimed"} 1');
    });
    const [email] = await alerted('A payment is unclaimed');
    expect(email!.text).toContain(opened.paymentIntentId);
  });

  it('learn after the third try that recurring billing cannot be set up; the customer keeps the plan', async () => {
    await shop.control('api-faults', { ...BROKEN, path: '/attach_payment$' });
    const purchase = await buy();
    await eventually(async () => {
      shop.clock.advance(1);
      expect(await failing()).toEqual([
        expect.objectContaining({
          kind: 'recurring_setup',
          email: purchase.email,
          failures: 3,
          reason: expect.stringMatching(/\w/),
        }),
      ]);
    });
    await alerted("Recurring billing couldn't be set up");
    expect(await metrics()).toContain('recurring_setups_failing 1');
    const { token } = await signIn(shop, purchase.email, purchase.password);
    const { body } = await shop.call('check-subscription', {}, bearer(token));
    expect(body).toMatchObject({ subscription_tier: 'team', status: 'active' });

    await fetch(`${shop.payments.url}/controls`, { method: 'DELETE' });
    await eventually(async () => {
      shop.clock.advance(30);
      expect(await failing()).toEqual([]);
    });
    expect(await metrics()).toContain('recurring_setups_failing 0');
    expect(await alerts("Recurring billing couldn't be set up")).toHaveLength(1);
  });

  it('learn after the third try that a refund cannot be made', async () => {
    const purchase = aPurchase();
    const late = await openCheckout(shop, purchase);
    await payWithCard(shop, late.clientSecret, { email: purchase.email });
    await process(shop, purchase, await pay(shop, purchase));
    await shop.control('api-faults', { ...BROKEN, method: 'POST', path: '/v1/refunds$' });
    shop.clock.advance(61);
    await eventually(async () => {
      shop.clock.advance(1);
      expect(await failing()).toEqual([
        expect.objectContaining({ kind: 'refund', paymentId: late.paymentIntentId, failures: 3 }),
      ]);
    });
    const [email] = await alerted('A refund failed');
    expect(email!.text).toContain(late.paymentIntentId);
    await fetch(`${shop.payments.url}/controls`, { method: 'DELETE' });
    await eventually(async () => {
      shop.clock.advance(30);
      expect(await failing()).toEqual([]);
    });
  });
});
