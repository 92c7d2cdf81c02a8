import { randomUUID } from 'node:crypto';
import type { CheckoutInReview } from '@subscription-site/shared/contracts';
import type Stripe from 'stripe';
import { InvoicesPort } from '../../src/modules/billing/index.js';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { insertOpenCheckouts, openHostedPage, payHostedPage } from '../support/open-checkouts.js';
import { createUser } from '../support/users.js';
import { buildPurchase, openCheckout, prepareCheckout, processPayment } from '../support/purchase.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { handleEvents, RETURNED_REFUND } from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

/** Its refunds are pending at first. */
const PENDING_REFUND = '4000000000007726';

/** Payments that do not match their order are held for review, never lost, and never cause a server error. */
describe('a payment that does not match its checkout', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  afterEach(() => product.resetControls());

  const getCheckout = async (column: string, id: string) => {
    const [row] = await product.database.query<{
      id: string;
      status: string;
      cause: string | null;
      password_hash: string | null;
      last_error: string | null;
    }>({
      text: `select id, status, review_cause as cause, password_hash, last_error from checkouts where ${column} = $1`,
      values: [id],
    });
    return row!;
  };
  const hasStatus = (checkoutId: string, status: string, cause: string | null) =>
    eventually(async () => expect(await getCheckout('id', checkoutId)).toMatchObject({ status, cause }));
  /** Pays in the page after the intent was changed at the provider. */
  const payChanged = async (change: Stripe.PaymentIntentUpdateParams, number?: string) => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    expect((await prepareCheckout(product, purchase, opened)).status).toBe(200);
    await product.stripe.paymentIntents.update(opened.paymentIntentId, change);
    const { email } = purchase;
    await payWithCard(product, opened.clientSecret, { email, ...(number && { number }) });
    const { id: checkoutId } = await getCheckout('payment_intent_id', opened.paymentIntentId);
    return { purchase, email, ...opened, checkoutId };
  };
  const payHostedChanged = async (number?: string) => {
    const user = await createUser(product);
    const sessionId = await openHostedPage(product, user);
    await product.database.query({
      text: `update checkouts set plan = 'growth', amount_cents = 9900 where hosted_session_id = $1`,
      values: [sessionId],
    });
    await payHostedPage(product, sessionId, number);
    const { id: checkoutId } = await getCheckout('hosted_session_id', sessionId);
    return { user, sessionId, checkoutId };
  };
  const asAdmin = async (method: string, path: string, body?: object) => {
    // The clock advances while tests wait, so earlier sessions expire.
    const { id: adminId, headers } = await createUser(product, { role: 'admin' });
    const request = [headers, method, `admin/v1/checkouts-in-review${path}`, body] as const;
    return { adminId, ...(await callApi<{ items: CheckoutInReview[]; code?: string }>(product, ...request)) };
  };
  const listReviews = async () => (await asAdmin('GET', '')).body.items;
  const resolve = (checkoutId: string, action: 'provision' | 'refund', reason: string) =>
    asAdmin('POST', `/${checkoutId}/${action}`, { reason });
  const refund = async (checkoutId: string) =>
    expect((await resolve(checkoutId, 'refund', 'Wrong amount.')).status).toBe(200);
  const listRefunds = async (payment_intent: string) =>
    (await product.stripe.refunds.list({ payment_intent })).data.map(({ status, amount }) => [
      status,
      amount,
    ]);
  const receives = (email: string) =>
    eventually(async () => {
      const emails = await product.emailsTo(email);
      expect(emails).toHaveLength(1);
      return emails[0]!.text;
    });
  /** The worker has retried the newest refund of the checkout at least once. */
  const isTried = (checkoutId: string) =>
    eventually(async () => {
      const [event] = await product.database.query<{ tried: boolean }>({
        text: `select attempts > 0 or done_at is not null as tried from outbox_events
               where topic = 'checkout.refund_due' and payload ->> 'checkoutId' = $1 order by created_at desc limit 1`,
        values: [checkoutId],
      });
      expect(event).toEqual({ tried: true });
    });
  const actsOn = (checkoutId: string) =>
    product.database.query<{ action: string; actor: string | null; details: Record<string, unknown> }>({
      text: `select action, actor_id as actor, details from audit_entries where subject_id = $1 order by at`,
      values: [checkoutId],
    });

  it('is held for review, the buyer is told that it arrived, and it is refunded in full when an admin decides so', async () => {
    const paid = await payChanged({ amount: 4800, currency: 'eur' });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await processPayment(product, paid.purchase, paid);
      expect(response).toMatchObject({
        status: 409,
        body: {
          code: 'payment_under_review',
          details: { reference: paid.paymentIntentId, supportEmail: product.settings.supportEmail },
        },
      });
      expect(response.body.message).toContain(product.settings.supportEmail);
      expect(response.body.message).toMatch(/don't pay again/);
    }
    expect(await getCheckout('id', paid.checkoutId)).toMatchObject({
      status: 'needs_review',
      cause: 'currency',
      password_hash: null,
    });
    const users = await product.database.query({
      text: 'select 1 from users where email_normalized = $1',
      values: [paid.email],
    });
    expect(users).toEqual([]);
    expect(await listReviews()).toContainEqual(
      expect.objectContaining({
        checkoutId: paid.checkoutId,
        paymentId: paid.paymentIntentId,
        cause: 'currency',
        email: paid.email,
        amountCents: 4900,
        paid: { amountCents: 4800, currency: 'eur' },
        details: expect.stringMatching(/\w/),
      }),
    );
    expect(await (await fetch(`${product.url}/api/metrics`)).text()).toMatch(
      /checkouts{status="needs_review"} [1-9]/,
    );
    const order = { amount: 4900, planName: 'team' };
    const repeated = await product.callFunction('create-payment-intent', order, { Cookie: paid.cookie });
    expect(repeated).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });

    const { status, adminId: actor } = await resolve(paid.checkoutId, 'refund', 'Wrong amount.');
    expect(status).toBe(200);
    await hasStatus(paid.checkoutId, 'refunded', 'currency');
    expect(await listRefunds(paid.paymentIntentId)).toEqual([['succeeded', 4800]]);
    const text = await receives(paid.email);
    expect(text).toContain('Refunded: €48');
    expect(text).not.toContain('already have a paid plan');
    expect((await actsOn(paid.checkoutId)).at(-1)).toMatchObject({
      action: 'checkout.review-refunded',
      actor,
      details: { reason: 'Wrong amount.' },
    });
    expect(await processPayment(product, paid.purchase, paid)).toMatchObject({
      status: 409,
      body: { code: 'payment_refunded' },
    });
  });

  it('is held by the webhook alone, and an admin provisions it once, with a reason, a plan that is active and renews at its price', async () => {
    const paid = await payChanged({ amount: 4800, currency: 'eur' });
    await hasStatus(paid.checkoutId, 'needs_review', 'currency');
    await handleEvents(product);
    const reason = 'A discount by phone.';
    expect((await resolve(randomUUID(), 'provision', reason)).status).toBe(404);

    const responses = await Promise.all([
      resolve(paid.checkoutId, 'provision', reason),
      resolve(paid.checkoutId, 'provision', reason),
    ]);
    const [accepted, rejected] = responses.toSorted((a, b) => a.status - b.status);
    expect(accepted).toMatchObject({ status: 200 });
    expect(rejected).toMatchObject({ status: 409, body: { code: 'checkout_not_in_review' } });
    expect((await getCheckout('id', paid.checkoutId)).status).toBe('provisioned');
    expect(await actsOn(paid.checkoutId)).toMatchObject([
      { action: 'checkout.needs-review', actor: null },
      { action: 'checkout.review-provisioned', actor: accepted!.adminId, details: { reason } },
    ]);
    expect((await listReviews()).map(({ checkoutId }) => checkoutId)).not.toContain(paid.checkoutId);
    const text = await receives(paid.email);
    expect(text).toMatch(/\/auth\/confirm\?token=/);
    expect(text).toContain('Paid: €48\n');
    expect(text).toContain('Price: $49 per month');

    const getPlan = async () => {
      const [row] = await product.database.query<{ provider: string; failures: number; periodEnd: Date }>({
        text: `select provider_subscription_id as provider, recurring_setup_failures as failures,
                 current_period_end as "periodEnd" from subscriptions
               where checkout_id = $1 and recurring_setup_at is not null`,
        values: [paid.checkoutId],
      });
      expect(row).toBeDefined();
      return row!;
    };
    const { provider, failures, periodEnd } = await eventually(getPlan);
    expect(failures).toBe(0);
    const metadata = { payment_intent: paid.paymentIntentId };
    const active = await product.stripe.subscriptions.retrieve(provider, { expand: ['latest_invoice'] });
    expect(active).toMatchObject({
      status: 'active',
      metadata,
      latest_invoice: { status: 'paid', metadata },
    });

    await product.control('clock', { advanceSeconds: 32 * 86_400 });
    await eventually(async () =>
      expect((await getPlan()).periodEnd.getTime()).toBeGreaterThan(periodEnd.getTime()),
    );
    const invoices = await product.stripe.invoices.list({ subscription: provider });
    expect(invoices.data[0]).toMatchObject({ status: 'paid', amount_paid: 4900, currency: 'usd' });
  });

  it('on the hosted page is reported, refunded, and held again if the bank returns the refund, until staff retry it', async () => {
    const { user, sessionId, checkoutId } = await payHostedChanged(RETURNED_REFUND);
    const check = await product.callFunction('check-subscription', { session_id: sessionId }, user.headers);
    expect(check).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
    await hasStatus(checkoutId, 'needs_review', 'metadata');
    await refund(checkoutId);
    await hasStatus(checkoutId, 'refunded', 'metadata');
    const { subscription } = await product.stripe.checkout.sessions.retrieve(sessionId);
    expect((await product.stripe.subscriptions.retrieve(String(subscription))).status).toBe('canceled');
    await receives(user.email);
    await product.control('clock', { advanceSeconds: 60 });
    await hasStatus(checkoutId, 'needs_review', 'refund_failed');

    await refund(checkoutId);
    await hasStatus(checkoutId, 'refunded', 'refund_failed');
    const payment = await product.api.get(InvoicesPort).findFirstIntentId(String(subscription));
    expect((await listRefunds(payment!)).map(([status]) => status)).toEqual(['succeeded', 'failed']);
  });

  it('on the hosted page is provisioned when an admin decides so', async () => {
    const { user, checkoutId } = await payHostedChanged();
    await hasStatus(checkoutId, 'needs_review', 'metadata');
    expect((await resolve(checkoutId, 'provision', 'Our mistake.')).status).toBe(200);
    const { body } = await product.callFunction('check-subscription', {}, user.headers);
    expect(body.status).toBe('active');
  });

  it.each(['in-page', 'hosted'] as const)(
    'is not marked as refunded when there is nothing to refund: %s',
    async (kind) => {
      const [unpaid] = await insertOpenCheckouts(product, kind, 1);
      await product.database.query({
        text: `update checkouts set status = 'needs_review', review_cause = 'subscription', review_details = 'Nothing was paid',
               paid_at = created_at, review_due_at = created_at where id = $1`,
        values: [unpaid!.id],
      });
      await refund(unpaid!.id);
      await isTried(unpaid!.id);
      expect(await getCheckout('id', unpaid!.id)).toMatchObject({
        status: 'refund_due',
        last_error: expect.stringMatching(/no payment to refund/),
      });
    },
  );

  it('on the hosted page is also held if it was refunded before it was provisioned', async () => {
    const user = await createUser(product);
    await product.control('webhook-failures', { kind: 'drop', count: 100 });
    const sessionId = await openHostedPage(product, user);
    await payHostedPage(product, sessionId);
    const { subscription } = await product.stripe.checkout.sessions.retrieve(sessionId);
    const invoices = product.api.get(InvoicesPort);
    const intentId = (await invoices.findFirstIntentId(String(subscription)))!;
    await product.stripe.refunds.create({ payment_intent: intentId });
    await product.resetControls();

    const check = await product.callFunction('check-subscription', { session_id: sessionId }, user.headers);
    expect(check).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
    const { id: checkoutId } = await getCheckout('hosted_session_id', sessionId);
    await hasStatus(checkoutId, 'needs_review', 'refunded');
    expect((await resolve(checkoutId, 'provision', 'Our mistake.')).status).toBe(409);
    await refund(checkoutId);
    await hasStatus(checkoutId, 'refunded', 'refunded');
    expect((await product.stripe.subscriptions.retrieve(String(subscription))).status).toBe('canceled');
    expect(await listRefunds(intentId)).toHaveLength(1);
  });

  it('is not marked as refunded while its refund is pending, nor does a pending refund end a plan', async () => {
    const { checkoutId, paymentIntentId, email } = await payChanged({ amount: 4800 }, PENDING_REFUND);
    await hasStatus(checkoutId, 'needs_review', 'amount');
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, opened);
    await payWithCard(product, opened.clientSecret, { email: purchase.email, number: PENDING_REFUND });
    expect((await processPayment(product, purchase, opened)).status).toBe(200);
    const planIs = async (status: string) => {
      const [row] = await product.database.query({
        text: 'select s.status from subscriptions s join checkouts c on c.id = s.checkout_id where c.payment_intent_id = $1',
        values: [opened.paymentIntentId],
      });
      expect(row).toEqual({ status });
    };
    await refund(checkoutId);
    await isTried(checkoutId);
    await product.stripe.refunds.create({ payment_intent: opened.paymentIntentId });
    await eventually(async () => {
      const [events] = await product.database.query<{ received: number; done: number }>({
        text: `select count(*)::int as received, count(done_at)::int as done from outbox_events
               where topic = 'payment.reversed' and payload ->> 'paymentIntentId' = $1`,
        values: [opened.paymentIntentId],
      });
      // refund.created and charge.refunded; the recurring setup looks for a refund, too.
      expect(events!.received).toBeGreaterThanOrEqual(2);
      expect(events!.done).toBe(events!.received);
    });
    expect((await getCheckout('id', checkoutId)).status).toBe('refund_due');
    expect(await product.emailsTo(email)).toEqual([]);
    await planIs('active');

    await product.control('clock', { advanceSeconds: 60 });
    await eventually(async () => {
      product.clock.advance(600);
      expect((await getCheckout('id', checkoutId)).status).toBe('refunded');
    });
    expect(await listRefunds(paymentIntentId)).toEqual([['succeeded', 4800]]);
    await receives(email);
    await eventually(() => planIs('refunded'));
  });
});
