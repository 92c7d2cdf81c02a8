import { randomUUID } from 'node:crypto';
import type { CheckoutInReview } from '@subscription-site/shared/contracts';
import type Stripe from 'stripe';
import { eventually } from '../support/eventually.js';
import { payHosted, stripeOf } from '../support/open-checkouts.js';
import { aPerson, type Person } from '../support/users.js';
import { aPurchase, bearer, openCheckout, prepare, process, type Purchase } from '../support/purchase.js';
import { payWithCard, startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

interface Paid {
  purchase: Purchase;
  email: string;
  paymentIntentId: string;
  cookie: string;
  checkoutId: string;
}

/** Payments that arrived, but contradict their order: held for a person, never lost, never answered with an error of ours. */
describe('a payment that contradicts its checkout', () => {
  let shop: PaymentFixture;
  let stripe: Stripe;
  let admin: Person;

  beforeAll(async () => {
    shop = await startPaymentFixture();
    await Promise.all([shop.startWorker(), shop.startWorker()]);
    stripe = stripeOf(shop);
    admin = await aPerson(shop, { role: 'admin' });
  });
  afterAll(() => shop?.stop());
  afterEach(() => fetch(`${shop.payments.url}/controls`, { method: 'DELETE' }));

  const rowOf = async (column: string, id: string) =>
    (
      await shop.database.query<{
        id: string;
        status: string;
        review_cause: string;
        password_hash: string | null;
      }>({
        text: `select id, status, review_cause, password_hash from checkouts where ${column} = $1`,
        values: [id],
      })
    )[0]!;
  /** Pays in the page; the intent was changed at the provider before. */
  const payChanged = async (change: Stripe.PaymentIntentUpdateParams): Promise<Paid> => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    expect((await prepare(shop, purchase, opened)).status).toBe(200);
    await stripe.paymentIntents.update(opened.paymentIntentId, change);
    await payWithCard(shop, opened.clientSecret, { email: purchase.email });
    const { id: checkoutId } = await rowOf('payment_intent_id', opened.paymentIntentId);
    return { purchase, email: purchase.email, ...opened, checkoutId };
  };
  const wrongPlan = () => payChanged({ metadata: { plan: 'growth' } });
  const inReview = (checkoutId: string) =>
    eventually(async () => expect((await rowOf('id', checkoutId)).status).toBe('needs_review'));
  const call = async (path: string, method = 'GET', headers = admin.headers, body?: object) => {
    const response = await fetch(`${shop.url}/api/admin/v1/checkouts-in-review${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      body: (await response.json()) as { items: CheckoutInReview[]; code?: string },
    };
  };
  const resolve = (
    checkoutId: string,
    action: 'provision' | 'refund',
    body: object,
    headers = admin.headers,
  ) => call(`/${checkoutId}/${action}`, 'POST', headers, body);
  const refundedCents = async (intentId: string) => {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    return (intent.latest_charge as Stripe.Charge).amount_refunded;
  };
  const actsOn = (checkoutId: string) =>
    shop.database.query<{ action: string; actor: string | null; details: Record<string, unknown> }>({
      text: `select action, actor_id as actor, details from audit_entries where subject_id = $1 order by at`,
      values: [checkoutId],
    });

  it.each([
    ['metadata', { metadata: { plan: 'growth' } }],
    ['amount', { amount: 4800 }],
    ['currency', { currency: 'eur' }],
  ] as const)('is held for review, and the buyer learns that it arrived: %s', async (cause, change) => {
    const paid = await payChanged(change);
    for (let press = 0; press < 2; press += 1) {
      const response = await process(shop, paid.purchase, paid);
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({
        code: 'payment_under_review',
        details: { reference: paid.paymentIntentId, supportEmail: shop.settings.supportEmail },
      });
      expect(response.body.message).toContain(shop.settings.supportEmail);
      expect(response.body.message).toMatch(/don't pay again/);
    }
    expect(await rowOf('id', paid.checkoutId)).toMatchObject({
      status: 'needs_review',
      review_cause: cause,
      password_hash: null,
    });
    const users = await shop.database.query({
      text: 'select 1 from users where email_normalized = $1',
      values: [paid.email],
    });
    expect(users).toEqual([]);
    const { body } = await call('');
    expect(body.items).toContainEqual(
      expect.objectContaining({
        checkoutId: paid.checkoutId,
        paymentId: paid.paymentIntentId,
        cause,
        email: paid.email,
        amountCents: 4900,
        details: expect.stringMatching(/\w/),
      }),
    );
    expect(await (await fetch(`${shop.url}/api/metrics`)).text()).toMatch(
      /checkouts{status="needs_review"} [1-9]/,
    );
    const again = await shop.call(
      'create-payment-intent',
      { amount: 4900, planName: 'team' },
      { Cookie: paid.cookie },
    );
    expect(again).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
  });

  it('is held by the webhook alone, whose event is then done', async () => {
    const paid = await wrongPlan();
    await inReview(paid.checkoutId);
    await eventually(async () => {
      const undone = await shop.database.query({
        text: `select 1 from outbox_events where done_at is null and payload ->> 'paymentIntentId' = $1`,
        values: [paid.paymentIntentId],
      });
      expect(undone).toEqual([]);
    });
  });

  it('gives the plan when an administrator says so, once, with a reason, and that is on record', async () => {
    const paid = await wrongPlan();
    await inReview(paid.checkoutId);
    const supporter = await aPerson(shop, { role: 'support' });
    expect((await resolve(paid.checkoutId, 'provision', { reason: 'ok' }, supporter.headers)).status).toBe(
      403,
    );
    expect((await resolve(paid.checkoutId, 'provision', {})).status).toBe(422);
    expect((await resolve(randomUUID(), 'provision', { reason: 'The right plan.' })).status).toBe(404);

    const reason = 'The intent was edited by hand.';
    const responses = await Promise.all([
      resolve(paid.checkoutId, 'provision', { reason }),
      resolve(paid.checkoutId, 'provision', { reason }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('checkout_not_in_review');
    expect((await rowOf('id', paid.checkoutId)).status).toBe('provisioned');
    const [email] = await eventually(async () => {
      const emails = await shop.emailsTo(paid.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    expect(email!.text).toMatch(/\/auth\/confirm\?token=/);
    expect(await actsOn(paid.checkoutId)).toEqual([
      expect.objectContaining({ action: 'checkout.needs-review', actor: null }),
      expect.objectContaining({
        action: 'checkout.review-provisioned',
        actor: admin.id,
        details: expect.objectContaining({ reason }),
      }),
    ]);
    expect((await call('')).body.items.map(({ checkoutId }) => checkoutId)).not.toContain(paid.checkoutId);
  });

  it('is refunded in full when an administrator says so, and the buyer is told', async () => {
    const paid = await payChanged({ amount: 4800 });
    await inReview(paid.checkoutId);
    const { status } = await resolve(paid.checkoutId, 'refund', { reason: 'Wrong amount.' });
    expect(status).toBe(200);
    await eventually(async () => expect(await refundedCents(paid.paymentIntentId)).toBe(4800));
    await eventually(async () => expect((await rowOf('id', paid.checkoutId)).status).toBe('refunded'));
    const [email] = await eventually(async () => {
      const emails = await shop.emailsTo(paid.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    expect(email!.text).toContain('$48');
    expect(email!.text).not.toContain('already have a paid plan');
    expect((await actsOn(paid.checkoutId)).at(-1)).toMatchObject({
      action: 'checkout.review-refunded',
      actor: admin.id,
      details: { reason: 'Wrong amount.' },
    });
    expect(await process(shop, paid.purchase, paid)).toMatchObject({
      status: 409,
      body: { code: 'payment_refunded' },
    });
  });

  it.each([
    ['of another amount', { amount: 4800 }, 'Paid: $48\n'],
    ['in another currency', { currency: 'eur' }, 'Paid: €49\n'],
  ])('gives a plan that runs and renews at its price: %s', async (_, change, shown) => {
    const paid = await payChanged(change);
    await inReview(paid.checkoutId);
    expect((await resolve(paid.checkoutId, 'provision', { reason: 'A discount by phone.' })).status).toBe(
      200,
    );
    const [email] = await eventually(async () => {
      const emails = await shop.emailsTo(paid.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    expect(email!.text).toContain(shown);
    expect(email!.text).toContain('Price: $49 per month');

    const subscriptionOf = async () => {
      const [row] = await shop.database.query<{ provider: string; setupFailures: number; periodEnd: Date }>({
        text: `select provider_subscription_id as provider, recurring_setup_failures as "setupFailures",
                 current_period_end as "periodEnd" from subscriptions
               where checkout_id = $1 and recurring_setup_at is not null`,
        values: [paid.checkoutId],
      });
      expect(row).toBeDefined();
      return row!;
    };
    const { provider, setupFailures, periodEnd } = await eventually(subscriptionOf);
    expect(setupFailures).toBe(0);
    const metadata = { payment_intent: paid.paymentIntentId };
    const running = await stripe.subscriptions.retrieve(provider, { expand: ['latest_invoice'] });
    expect(running).toMatchObject({
      status: 'active',
      metadata,
      latest_invoice: { status: 'paid', metadata },
    });

    await shop.control('clock', { advanceSeconds: 32 * 86_400 });
    await eventually(async () =>
      expect((await subscriptionOf()).periodEnd.getTime()).toBeGreaterThan(periodEnd.getTime()),
    );
    const invoices = await stripe.invoices.list({ subscription: provider });
    expect(invoices.data[0]).toMatchObject({ status: 'paid', amount_paid: 4900, currency: 'usd' });
  });

  describe('on the hosted page', () => {
    const payHostedChanged = async () => {
      const person = await aPerson(shop);
      const opened = await shop.call(
        'create-checkout-session',
        { planName: 'team', interval: 'month' },
        person.headers,
      );
      const sessionId = String(opened.body.url).split('/').at(-1)!;
      await shop.database.query({
        text: `update checkouts set plan = 'growth', amount_cents = 9900 where hosted_session_id = $1`,
        values: [sessionId],
      });
      await payHosted(shop, sessionId);
      const { id: checkoutId } = await rowOf('hosted_session_id', sessionId);
      return { person, sessionId, checkoutId };
    };

    it('is held, said to its buyer, and refunded with its subscription ended', async () => {
      const { person, sessionId, checkoutId } = await payHostedChanged();
      const check = await shop.call('check-subscription', { session_id: sessionId }, person.headers);
      expect(check).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
      await inReview(checkoutId);
      expect((await resolve(checkoutId, 'refund', { reason: 'Wrong price.' })).status).toBe(200);
      await eventually(async () => expect((await rowOf('id', checkoutId)).status).toBe('refunded'));
      const { subscription } = await stripe.checkout.sessions.retrieve(sessionId);
      expect((await stripe.subscriptions.retrieve(String(subscription))).status).toBe('canceled');
      await eventually(async () => expect(await shop.emailsTo(person.email)).toHaveLength(1));
    });

    it('gives the plan when an administrator says so', async () => {
      const { person, checkoutId } = await payHostedChanged();
      await inReview(checkoutId);
      expect((await resolve(checkoutId, 'provision', { reason: 'Our mistake.' })).status).toBe(200);
      const { body } = await shop.call('check-subscription', {}, person.headers);
      expect(body.status).toBe('active');
    });
  });

  it('whose refund failed at the bank afterwards is held for review again', async () => {
    const purchase = aPurchase();
    const late = await openCheckout(shop, purchase);
    await prepare(shop, purchase, late);
    await stripe.paymentIntents.update(late.paymentIntentId, { amount: 4800 });
    await payWithCard(shop, late.clientSecret, { email: purchase.email, number: '4000000000005126' });
    const { id: checkoutId } = await rowOf('payment_intent_id', late.paymentIntentId);
    await inReview(checkoutId);
    await resolve(checkoutId, 'refund', { reason: 'Wrong amount.' });
    await eventually(async () => expect((await rowOf('id', checkoutId)).status).toBe('refunded'));
    await shop.control('clock', { advanceSeconds: 60 });
    await eventually(async () =>
      expect(await rowOf('id', checkoutId)).toMatchObject({
        status: 'needs_review',
        review_cause: 'refund_failed',
      }),
    );
  });

  it('is no business of customers', async () => {
    const person = await aPerson(shop);
    expect((await call('', 'GET', person.headers)).status).toBe(403);
    expect((await call('', 'GET', bearer('nobody'))).status).toBe(401);
  });
});
