import { InvoicesPort } from '../../src/modules/billing/index.js';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { openHostedPage, insertOpenCheckouts, payHostedPage } from '../support/open-checkouts.js';
import { createUser } from '../support/users.js';
import { buildPurchase, openCheckout, prepareCheckout, processPayment } from '../support/purchase.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

/** Refunds for these cards are pending at first, or succeed and fail later. */
const PENDING_REFUND = '4000000000007726';
const FAILING_REFUND = '4000000000005126';

describe('refunds', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);

  const checkoutBy = async (column: string, id: string) => {
    const [row] = await product.database.query<{ id: string; status: string; cause: string }>({
      text: `select id, status, review_cause as cause from checkouts where ${column} = $1`,
      values: [id],
    });
    return row!;
  };
  const waitForStatus = (checkoutId: string, status: string, cause: string | null) =>
    eventually(async () => expect(await checkoutBy('id', checkoutId)).toMatchObject({ status, cause }));
  const decide = async (checkoutId: string, action: 'refund' | 'provision') => {
    // The clock moves on while we wait, past the end of any earlier session.
    const { headers } = await createUser(product, { role: 'admin' });
    const path = `admin/v1/checkouts-in-review/${checkoutId}/${action}`;
    return callApi(product, headers, 'POST', path, { reason: 'Wrong amount.' });
  };
  const refund = async (checkoutId: string) => expect((await decide(checkoutId, 'refund')).status).toBe(200);
  /** The worker has retried the newest refund of the checkout at least once. */
  const tried = (checkoutId: string) =>
    eventually(async () => {
      const [event] = await product.database.query<{ tried: boolean }>({
        text: `select attempts > 0 or done_at is not null as tried from outbox_events
               where topic = 'checkout.refund_due' and payload ->> 'checkoutId' = $1 order by created_at desc limit 1`,
        values: [checkoutId],
      });
      expect(event).toEqual({ tried: true });
    });
  const listRefunds = async (paymentIntent: string) =>
    (await product.stripe.refunds.list({ payment_intent: paymentIntent })).data;

  const payWrongAmount = async (number: string) => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    const { paymentIntentId, clientSecret } = opened;
    await prepareCheckout(product, purchase, opened);
    await product.stripe.paymentIntents.update(paymentIntentId, { amount: 4800 });
    await payWithCard(product, clientSecret, { email: purchase.email, number });
    const { id: checkoutId } = await checkoutBy('payment_intent_id', paymentIntentId);
    await waitForStatus(checkoutId, 'needs_review', 'amount');
    return { checkoutId, paymentIntentId, email: purchase.email };
  };
  const payWrongPlanHosted = async (number: string) => {
    const user = await createUser(product);
    const sessionId = await openHostedPage(product, user);
    await product.database.query({
      text: `update checkouts set plan = 'growth', amount_cents = 9900 where hosted_session_id = $1`,
      values: [sessionId],
    });
    await payHostedPage(product, sessionId, number);
    const { id: checkoutId } = await checkoutBy('hosted_session_id', sessionId);
    await waitForStatus(checkoutId, 'needs_review', 'metadata');
    return checkoutId;
  };

  it('mark the checkout once staff retry one that failed at the bank', async () => {
    const { checkoutId, paymentIntentId } = await payWrongAmount(FAILING_REFUND);
    await refund(checkoutId);
    await waitForStatus(checkoutId, 'refunded', 'amount');
    await product.control('clock', { advanceSeconds: 60 });
    await waitForStatus(checkoutId, 'needs_review', 'refund_failed');

    await refund(checkoutId);
    await waitForStatus(checkoutId, 'refunded', 'refund_failed');
    expect((await listRefunds(paymentIntentId)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('of a hosted payment that fail at the bank put the checkout under review', async () => {
    const checkoutId = await payWrongPlanHosted(FAILING_REFUND);
    await refund(checkoutId);
    await waitForStatus(checkoutId, 'refunded', 'metadata');
    await product.control('clock', { advanceSeconds: 60 });
    await eventually(async () =>
      expect(await checkoutBy('id', checkoutId)).toMatchObject({
        status: 'needs_review',
        cause: 'refund_failed',
      }),
    );
  });

  it('do not mark the checkout while pending', async () => {
    const { checkoutId, paymentIntentId, email } = await payWrongAmount(PENDING_REFUND);
    await refund(checkoutId);
    await tried(checkoutId);
    expect((await checkoutBy('id', checkoutId)).status).toBe('refund_due');
    expect(await product.emailsTo(email)).toEqual([]);

    await product.control('clock', { advanceSeconds: 60 });
    await eventually(async () => {
      product.clock.advance(600);
      expect((await checkoutBy('id', checkoutId)).status).toBe('refunded');
    });
    expect(await listRefunds(paymentIntentId)).toEqual([expect.objectContaining({ status: 'succeeded' })]);
    await eventually(async () => expect(await product.emailsTo(email)).toHaveLength(1));
  });

  it.each(['in-page', 'hosted'] as const)(
    'do not mark the checkout when there is nothing to refund: %s',
    async (kind) => {
      const [unpaid] = await insertOpenCheckouts(product, kind, 1);
      await product.database.query({
        text: `update checkouts set status = 'needs_review', review_cause = 'subscription', review_details = 'Nothing was paid',
               paid_at = created_at, review_due_at = created_at where id = $1`,
        values: [unpaid!.id],
      });
      await refund(unpaid!.id);
      await tried(unpaid!.id);
      expect((await checkoutBy('id', unpaid!.id)).status).toBe('refund_due');
      const [row] = await product.database.query<{ reason: string }>({
        text: 'select last_error as reason from checkouts where id = $1',
        values: [unpaid!.id],
      });
      expect(row!.reason).toMatch(/no payment to refund/);
    },
  );

  it('do not cancel the plan while pending', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, opened);
    await payWithCard(product, opened.clientSecret, { email: purchase.email, number: PENDING_REFUND });
    expect((await processPayment(product, purchase, opened)).status).toBe(200);
    const statusIs = async (status: string) => {
      const [row] = await product.database.query({
        text: 'select s.status from subscriptions s join checkouts c on c.id = s.checkout_id where c.payment_intent_id = $1',
        values: [opened.paymentIntentId],
      });
      expect(row).toEqual({ status });
    };
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
    await statusIs('active');
    await product.control('clock', { advanceSeconds: 60 });
    await eventually(() => statusIs('refunded'));
  });

  it('of a hosted payment before provisioning put the checkout under review', async () => {
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
    const { id: checkoutId } = await checkoutBy('hosted_session_id', sessionId);
    await waitForStatus(checkoutId, 'needs_review', 'refunded');
    expect((await decide(checkoutId, 'provision')).status).toBe(409);
    await refund(checkoutId);
    await waitForStatus(checkoutId, 'refunded', 'refunded');
    expect((await product.stripe.subscriptions.retrieve(String(subscription))).status).toBe('canceled');
    expect(await listRefunds(intentId)).toHaveLength(1);
  });
});
