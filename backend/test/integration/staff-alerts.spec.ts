import type { FailingPayment } from '@subscription-site/shared/contracts';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { createUser, type SignedInUser } from '../support/users.js';
import {
  buildPurchase,
  bearer,
  openCheckout,
  payForCheckout,
  prepareCheckout,
  processPayment,
  signIn,
} from '../support/purchase.js';
import { handleEvents } from '../support/subscribers.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';

const HOUR_SECONDS = 3600;
const BROKEN = { kind: 'error', status: 400, count: 100_000 };

/** Permanent failures are reported to staff by email, once per cause and hour. */
describe('staff alerts', () => {
  const product = useFixture(startPaymentFixture);
  let support: SignedInUser;

  beforeAll(() => Promise.all([product.startWorker(), product.startWorker()]));
  beforeEach(async () => (support = await createUser(product, { role: 'support' })));

  const alerts = async (subject: string) =>
    (await product.emailsTo(product.settings.supportEmail)).filter((email) =>
      email.subject.startsWith(subject),
    );
  const waitForAlerts = (subject: string, times = 1) =>
    eventually(async () => {
      const found = await alerts(subject);
      expect(found).toHaveLength(times);
      return found;
    });
  const metrics = async () => (await fetch(`${product.url}/api/metrics`)).text();
  const ask = async <Item>(path: string) =>
    (await callApi<{ items: Item[] }>(product, support.headers, 'GET', `admin/v1/${path}`)).body.items;
  const failingPayments = () => ask<FailingPayment>('failing-payments');
  const buyPlan = async () => {
    const purchase = buildPurchase();
    const paid = await payForCheckout(product, purchase);
    expect((await processPayment(product, purchase, paid)).status).toBe(200);
    return purchase;
  };
  const payIntoReview = async (change: object) => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, opened);
    await product.stripe.paymentIntents.update(opened.paymentIntentId, change);
    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    expect((await processPayment(product, purchase, opened)).body.code).toBe('payment_under_review');
    return opened.paymentIntentId;
  };

  it('report payments that need a review: one email per cause and hour, and no payment is left out', async () => {
    const subject = 'A payment needs your review';
    const first = await payIntoReview({ amount: 4800 });
    const [email] = await waitForAlerts(subject);
    expect(email!.text).toContain(first);
    expect(email!.text).toContain('/admin/reviews');

    for (let more = 0; more < 3; more += 1) await payIntoReview({ amount: 4800 });
    await payIntoReview({ metadata: { plan: 'growth' } });
    await waitForAlerts(subject, 2);
    await handleEvents(product);
    expect(await alerts(subject)).toHaveLength(2);

    await product.startWorker();
    product.clock.advance(HOUR_SECONDS + 60);
    const emails = await waitForAlerts(subject, 3);
    const [more] = emails.filter(({ text }) => text.includes('2 more cases'));
    expect(more!.subject).toBe(`${subject} (and 2 more)`);
    expect(email!.text.replaceAll(/\s+/g, ' ')).toContain('The next one says how many more there are.');
    product.clock.advance(2 * HOUR_SECONDS);
    await eventually(async () =>
      expect(await product.database.query({ text: 'select cause from staff_alerts' })).toEqual([]),
    );
    await handleEvents(product);
    expect(await alerts(subject)).toHaveLength(3);
  });

  it('report a payment with an invalid email, with the address that was entered', async () => {
    const email = 'try..this@docomo.ne.jp';
    const opened = await openCheckout(product, buildPurchase());
    await payWithCard(product, opened.clientSecret, { email });
    await eventually(async () => {
      product.clock.advance(20);
      expect(await metrics()).toContain('checkouts{status="unclaimed"} 1');
    });
    const [alert] = await waitForAlerts('A payment is unclaimed');
    expect(alert!.text).toContain(opened.paymentIntentId);
    expect(alert!.text.replaceAll(/\p{Cf}/gu, '')).toContain(email);
    expect(await ask('unclaimed-payments')).toMatchObject([
      { paymentIntentId: opened.paymentIntentId, email },
    ]);
  });

  it('report after the third retry that recurring billing cannot be set up; the customer keeps the plan', async () => {
    await product.control('api-failures', { ...BROKEN, method: 'POST', path: '/v1/subscriptions$' });
    const purchase = await buyPlan();
    await eventually(async () => {
      product.clock.advance(1);
      expect(await failingPayments()).toEqual([
        expect.objectContaining({
          kind: 'recurring_setup',
          paymentId: expect.stringMatching(/^pi_/),
          email: purchase.email,
          failures: 3,
          reason: expect.stringMatching(/\w/),
        }),
      ]);
    });
    await waitForAlerts('Recurring billing couldn’t be set up');
    expect(await metrics()).toContain('recurring_setups_failing 1');
    const { token } = await signIn(product, purchase.email, purchase.password);
    const { body } = await product.callFunction('check-subscription', {}, bearer(token));
    expect(body).toMatchObject({ subscription_tier: 'team', status: 'active' });

    await product.resetControls();
    await eventually(async () => {
      product.clock.advance(30);
      expect(await failingPayments()).toEqual([]);
    });
    expect(await metrics()).toContain('recurring_setups_failing 0');
    expect(await alerts('Recurring billing couldn’t be set up')).toHaveLength(1);
  });

  it('report after the third retry that the refund of a second purchase failed; the buyer gets it later, and an email', async () => {
    const purchase = buildPurchase();
    const late = await openCheckout(product, purchase);
    await payWithCard(product, late.clientSecret, { email: purchase.email });
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    await product.control('api-failures', { ...BROKEN, method: 'POST', path: '/v1/refunds$' });
    product.clock.advance(61);
    await eventually(async () => {
      product.clock.advance(1);
      expect(await failingPayments()).toEqual([
        expect.objectContaining({ kind: 'refund', paymentId: late.paymentIntentId, failures: 3 }),
      ]);
    });
    const [email] = await waitForAlerts('A refund failed');
    expect(email!.text).toContain(late.paymentIntentId);
    await product.resetControls();
    await eventually(async () => {
      product.clock.advance(30);
      expect(await failingPayments()).toEqual([]);
    });
    const refunds = await product.stripe.refunds.list({ payment_intent: late.paymentIntentId });
    expect(refunds.data.map(({ amount, status }) => [amount, status])).toEqual([[4900, 'succeeded']]);
    await eventually(async () => {
      const emails = await product.emailsTo(purchase.email);
      expect(emails.map(({ subject }) => subject)).toEqual([
        'Your payment was refunded',
        'Welcome to the product',
      ]);
    });
    const plans = await product.database.query({
      text: 'select 1 from subscriptions s join users u on u.id = s.user_id where u.email_normalized = $1',
      values: [purchase.email],
    });
    expect(plans).toHaveLength(1);
  });
});
