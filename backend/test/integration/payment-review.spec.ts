import { randomUUID } from 'node:crypto';
import type { CheckoutInReview } from '@subscription-site/shared/contracts';
import type Stripe from 'stripe';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { openHostedPage, payHostedPage } from '../support/open-checkouts.js';
import { createUser, type SignedInUser } from '../support/users.js';
import {
  buildPurchase,
  bearer,
  openCheckout,
  prepareCheckout,
  processPayment,
  type Purchase,
} from '../support/purchase.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';

interface Paid {
  purchase: Purchase;
  email: string;
  paymentIntentId: string;
  cookie: string;
  checkoutId: string;
}

/** Payments that do not match their order are held for review, never lost, and never cause a server error. */
describe('a payment that does not match its checkout', () => {
  const product = useFixture(startPaymentFixture);
  let admin: SignedInUser;

  beforeAll(async () => {
    await Promise.all([product.startWorker(), product.startWorker()]);
    admin = await createUser(product, { role: 'admin' });
  });
  afterEach(() => product.resetControls());

  const getCheckout = async (column: string, id: string) =>
    (
      await product.database.query<{
        id: string;
        status: string;
        review_cause: string;
        password_hash: string | null;
      }>({
        text: `select id, status, review_cause, password_hash from checkouts where ${column} = $1`,
        values: [id],
      })
    )[0]!;
  /** Pays in the page after the intent was changed at the provider. */
  const payChanged = async (change: Stripe.PaymentIntentUpdateParams): Promise<Paid> => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    expect((await prepareCheckout(product, purchase, opened)).status).toBe(200);
    await product.stripe.paymentIntents.update(opened.paymentIntentId, change);
    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    const { id: checkoutId } = await getCheckout('payment_intent_id', opened.paymentIntentId);
    return { purchase, email: purchase.email, ...opened, checkoutId };
  };
  const wrongPlan = () => payChanged({ metadata: { plan: 'growth' } });
  const inReview = (checkoutId: string) =>
    eventually(async () => expect((await getCheckout('id', checkoutId)).status).toBe('needs_review'));
  const call = (path: string, method = 'GET', headers = admin.headers, body?: object) =>
    callApi<{ items: CheckoutInReview[]; code?: string }>(
      product,
      headers,
      method,
      `admin/v1/checkouts-in-review${path}`,
      body,
    );
  const resolve = (
    checkoutId: string,
    action: 'provision' | 'refund',
    body: object,
    headers = admin.headers,
  ) => call(`/${checkoutId}/${action}`, 'POST', headers, body);
  const refundedCents = async (intentId: string) => {
    const intent = await product.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    return (intent.latest_charge as Stripe.Charge).amount_refunded;
  };
  const actsOn = (checkoutId: string) =>
    product.database.query<{ action: string; actor: string | null; details: Record<string, unknown> }>({
      text: `select action, actor_id as actor, details from audit_entries where subject_id = $1 order by at`,
      values: [checkoutId],
    });

  it.each([
    ['metadata', { metadata: { plan: 'growth' } }, {}],
    ['amount', { amount: 4800 }, { amountCents: 4800 }],
    ['currency', { currency: 'eur' }, { currency: 'eur' }],
  ] as const)(
    'is held for review, and the buyer is told that the payment arrived: %s',
    async (cause, change, paidAs) => {
      const paid = await payChanged(change);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const response = await processPayment(product, paid.purchase, paid);
        expect(response.status).toBe(409);
        expect(response.body).toMatchObject({
          code: 'payment_under_review',
          details: { reference: paid.paymentIntentId, supportEmail: product.settings.supportEmail },
        });
        expect(response.body.message).toContain(product.settings.supportEmail);
        expect(response.body.message).toMatch(/don't pay again/);
      }
      expect(await getCheckout('id', paid.checkoutId)).toMatchObject({
        status: 'needs_review',
        review_cause: cause,
        password_hash: null,
      });
      const users = await product.database.query({
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
          paid: { amountCents: 4900, currency: 'usd', ...paidAs },
          details: expect.stringMatching(/\w/),
        }),
      );
      expect(await (await fetch(`${product.url}/api/metrics`)).text()).toMatch(
        /checkouts{status="needs_review"} [1-9]/,
      );
      const repeated = await product.callFunction(
        'create-payment-intent',
        { amount: 4900, planName: 'team' },
        { Cookie: paid.cookie },
      );
      expect(repeated).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
    },
  );

  it('is held by the webhook alone, whose event is then done', async () => {
    const paid = await wrongPlan();
    await inReview(paid.checkoutId);
    await eventually(async () => {
      const undone = await product.database.query({
        text: `select 1 from outbox_events where done_at is null and payload ->> 'paymentIntentId' = $1`,
        values: [paid.paymentIntentId],
      });
      expect(undone).toEqual([]);
    });
  });

  it('is provisioned when an admin decides so, once, with a reason, and recorded in the audit log', async () => {
    const paid = await wrongPlan();
    await inReview(paid.checkoutId);
    const supportAgent = await createUser(product, { role: 'support' });
    expect((await resolve(paid.checkoutId, 'provision', { reason: 'ok' }, supportAgent.headers)).status).toBe(
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
    expect((await getCheckout('id', paid.checkoutId)).status).toBe('provisioned');
    const [email] = await eventually(async () => {
      const emails = await product.emailsTo(paid.email);
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

  it('is refunded in full when an admin decides so, and the buyer is notified', async () => {
    const paid = await payChanged({ amount: 4800, currency: 'eur' });
    await inReview(paid.checkoutId);
    const { status } = await resolve(paid.checkoutId, 'refund', { reason: 'Wrong amount.' });
    expect(status).toBe(200);
    await eventually(async () => expect(await refundedCents(paid.paymentIntentId)).toBe(4800));
    await eventually(async () => expect((await getCheckout('id', paid.checkoutId)).status).toBe('refunded'));
    const [email] = await eventually(async () => {
      const emails = await product.emailsTo(paid.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    expect(email!.text).toContain('Refunded: €48');
    expect(email!.text).not.toContain('already have a paid plan');
    expect((await actsOn(paid.checkoutId)).at(-1)).toMatchObject({
      action: 'checkout.review-refunded',
      actor: admin.id,
      details: { reason: 'Wrong amount.' },
    });
    expect(await processPayment(product, paid.purchase, paid)).toMatchObject({
      status: 409,
      body: { code: 'payment_refunded' },
    });
  });

  it.each([
    ['of another amount', { amount: 4800 }, 'Paid: $48\n'],
    ['in another currency', { currency: 'eur' }, 'Paid: €49\n'],
  ])('provisions a plan that is active and renews at its price: %s', async (_, change, shown) => {
    const paid = await payChanged(change);
    await inReview(paid.checkoutId);
    expect((await resolve(paid.checkoutId, 'provision', { reason: 'A discount by phone.' })).status).toBe(
      200,
    );
    const [email] = await eventually(async () => {
      const emails = await product.emailsTo(paid.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    expect(email!.text).toContain(shown);
    expect(email!.text).toContain('Price: $49 per month');

    const getSubscription = async () => {
      const [row] = await product.database.query<{
        provider: string;
        setupFailures: number;
        periodEnd: Date;
      }>({
        text: `select provider_subscription_id as provider, recurring_setup_failures as "setupFailures",
                 current_period_end as "periodEnd" from subscriptions
               where checkout_id = $1 and recurring_setup_at is not null`,
        values: [paid.checkoutId],
      });
      expect(row).toBeDefined();
      return row!;
    };
    const { provider, setupFailures, periodEnd } = await eventually(getSubscription);
    expect(setupFailures).toBe(0);
    const metadata = { payment_intent: paid.paymentIntentId };
    const active = await product.stripe.subscriptions.retrieve(provider, { expand: ['latest_invoice'] });
    expect(active).toMatchObject({
      status: 'active',
      metadata,
      latest_invoice: { status: 'paid', metadata },
    });

    await product.control('clock', { advanceSeconds: 32 * 86_400 });
    await eventually(async () =>
      expect((await getSubscription()).periodEnd.getTime()).toBeGreaterThan(periodEnd.getTime()),
    );
    const invoices = await product.stripe.invoices.list({ subscription: provider });
    expect(invoices.data[0]).toMatchObject({ status: 'paid', amount_paid: 4900, currency: 'usd' });
  });

  describe('on the hosted page', () => {
    const payHostedChanged = async () => {
      const user = await createUser(product);
      const sessionId = await openHostedPage(product, user);
      await product.database.query({
        text: `update checkouts set plan = 'growth', amount_cents = 9900 where hosted_session_id = $1`,
        values: [sessionId],
      });
      await payHostedPage(product, sessionId);
      const { id: checkoutId } = await getCheckout('hosted_session_id', sessionId);
      return { user, sessionId, checkoutId };
    };

    it('is held, reported to its buyer, and refunded with its subscription canceled', async () => {
      const { user, sessionId, checkoutId } = await payHostedChanged();
      const check = await product.callFunction('check-subscription', { session_id: sessionId }, user.headers);
      expect(check).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
      await inReview(checkoutId);
      expect((await resolve(checkoutId, 'refund', { reason: 'Wrong price.' })).status).toBe(200);
      await eventually(async () => expect((await getCheckout('id', checkoutId)).status).toBe('refunded'));
      const { subscription } = await product.stripe.checkout.sessions.retrieve(sessionId);
      expect((await product.stripe.subscriptions.retrieve(String(subscription))).status).toBe('canceled');
      await eventually(async () => expect(await product.emailsTo(user.email)).toHaveLength(1));
    });

    it('is provisioned when an admin decides so', async () => {
      const { user, checkoutId } = await payHostedChanged();
      await inReview(checkoutId);
      expect((await resolve(checkoutId, 'provision', { reason: 'Our mistake.' })).status).toBe(200);
      const { body } = await product.callFunction('check-subscription', {}, user.headers);
      expect(body.status).toBe('active');
    });
  });

  it('is held for review again when its refund fails at the bank', async () => {
    const purchase = buildPurchase();
    const late = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, late);
    await product.stripe.paymentIntents.update(late.paymentIntentId, { amount: 4800 });
    await payWithCard(product, late.clientSecret, { email: purchase.email, number: '4000000000005126' });
    const { id: checkoutId } = await getCheckout('payment_intent_id', late.paymentIntentId);
    await inReview(checkoutId);
    await resolve(checkoutId, 'refund', { reason: 'Wrong amount.' });
    await eventually(async () => expect((await getCheckout('id', checkoutId)).status).toBe('refunded'));
    await product.control('clock', { advanceSeconds: 60 });
    await eventually(async () =>
      expect(await getCheckout('id', checkoutId)).toMatchObject({
        status: 'needs_review',
        review_cause: 'refund_failed',
      }),
    );
  });

  it('is hidden from customers', async () => {
    const user = await createUser(product);
    expect((await call('', 'GET', user.headers)).status).toBe(403);
    expect((await call('', 'GET', bearer('invalid'))).status).toBe(401);
  });
});
