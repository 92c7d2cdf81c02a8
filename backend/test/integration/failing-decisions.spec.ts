import type {
  FailingPayment,
  InvoiceList,
  ItemList,
  StaffCustomer,
} from '@subscription-site/shared/contracts';
import {
  RecurringSetups,
  SetUpRecurringBilling,
  Subscriptions,
} from '../../src/modules/subscriptions/index.js';
import { RequestRefund } from '../../src/modules/subscriptions/refunds/request-refund.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { accountApi } from '../support/account-api.js';
import { buildPurchase, payForCheckout, processPayment } from '../support/purchase.js';
import {
  DECLINED,
  RETURNED_REFUND,
  changeCard,
  createSubscriber,
  handleEvents,
  getLatestPayment,
  soon,
  advanceBothClocks,
  subscriberWith,
  getSubscription,
  listChanges,
  allowGuarantee,
  type Subscriber,
} from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

/** Nothing is lost silently: the customer, staff and the console know what the payment provider rejects. */
describe('a decision that the payment provider rejects', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  afterEach(() => product.resetControls());

  const { call, openSession, subjects } = accountApi(product);
  const ask = async (customer: { email: string }, method: string, path: string, body?: object) =>
    call(await openSession(customer), method, `account/v1/subscription${path}`, body);
  const asStaff = async <Body>(method: string, path: string, body?: object) => {
    const { headers } = await createUser(product, { role: 'admin' });
    return (await call<Body>(headers, method, `admin/v1/${path}`, body)).body;
  };
  const reject = (method: string, path: string, status = 400) =>
    product.control('api-failures', { kind: 'error', status, final: true, count: 100_000, method, path });
  /** Retries become due. */
  const afterRetries = (check: () => Promise<void>) => soon(product, check);
  const receives = (customer: { email: string }, subject: string) =>
    afterRetries(async () =>
      expect((await subjects(customer)).filter((found) => found === subject)).toEqual([subject]),
    );
  const getReceiptLink = async ({ email }: { email: string }) => {
    const receipt = await eventually(async () => {
      const sent = await product.emailsTo(email);
      return sent.find(({ subject }) => subject === 'We received your withdrawal')!.text;
    });
    const { searchParams } = new URL(/\S+\/cancel\/manage\?\S+/.exec(receipt)![0]);
    return { reference: searchParams.get('reference'), token: searchParams.get('token') };
  };
  const alerts = async (subject: string, about: string) =>
    (await product.emailsTo(product.settings.supportEmail)).filter(
      (email) => email.subject === subject && email.text.includes(about),
    );
  const alerted = (subject: string, about: string, says: RegExp) =>
    afterRetries(async () => {
      const texts = (await alerts(subject, about)).map(({ text }) => text.replaceAll(/\s+/g, ' '));
      expect(texts).toContainEqual(expect.stringMatching(says));
    });
  const listFailing = async ({ email }: { email: string }) =>
    (await asStaff<ItemList<FailingPayment>>('GET', 'failing-payments')).items.filter(
      (payment) => payment.email === email,
    );

  it('to refund a withdrawal keeps it from being undone, is retried, then reported as failed, and can be repeated', async () => {
    await allowGuarantee(product);
    const subscriber = await createSubscriber(product);
    const { email } = subscriber;
    const payment = await getLatestPayment(product, subscriber.providerId);
    await reject('POST', '/v1/refunds$');
    const withdrawal = { kind: 'withdraw', name: 'Ada', email };
    expect((await product.callFunction('submit-cancellation', withdrawal)).status).toBe(202);
    const link = await getReceiptLink(subscriber);
    for (const action of ['refund', 'undo'])
      expect((await product.callFunction('manage-cancellation', { ...link, action })).body).toMatchObject({
        state: 'ended',
        refunded: true,
        actions: [],
      });
    expect(await ask(subscriber, 'DELETE', '/cancellation')).toMatchObject({
      status: 409,
      body: { code: 'change_not_possible' },
    });
    const refund = () => ask(subscriber, 'POST', '/refund');
    expect((await refund()).body).toMatchObject({ status: 'pending' });
    await alerted('A refund failed', email, /We’ll keep trying/);
    expect(await listFailing(subscriber)).toMatchObject([
      { kind: 'refund', paymentId: payment, amountCents: 4900, retrying: true },
    ]);
    const failed = 'We couldn’t refund your payment';
    expect(await subjects(subscriber)).not.toContain(failed);

    await advanceBothClocks(product, 3);
    await receives(subscriber, failed);
    await alerted('A refund failed', email, /we won’t retry it/);
    expect(await listFailing(subscriber)).toMatchObject([{ paymentId: payment, retrying: false }]);
    const metrics = await (await fetch(`${product.url}/api/metrics`)).text();
    expect(metrics).toMatch(/subscription_changes_failing\{status="failed"\} [1-9]/);
    const { body: managed } = await product.callFunction('view-cancellation', link);
    expect(managed).toMatchObject({ actions: expect.arrayContaining(['refund']) });
    const { body } = await ask(subscriber, 'GET', '');
    expect(body.subscription).toMatchObject({ status: 'active', refundableUntil: expect.any(String) });

    await product.resetControls();
    expect((await refund()).body).toMatchObject({ status: 'succeeded' });
    expect((await product.stripe.subscriptions.retrieve(subscriber.providerId)).status).toBe('canceled');
    expect(await listFailing(subscriber)).toEqual([]);
  });

  it('to end the plan after its refund is reported as such, and not as a failed refund', async () => {
    await allowGuarantee(product);
    const subscriber = await createSubscriber(product);
    const payment = await getLatestPayment(product, subscriber.providerId);
    await reject('DELETE', `/v1/subscriptions/${subscriber.providerId}$`);
    expect((await ask(subscriber, 'POST', '/refund')).body).toMatchObject({ status: 'pending' });
    const subject = 'A customer’s plan couldn’t be canceled';
    await alerted(subject, subscriber.email, /keep trying for three days/);
    await advanceBothClocks(product, 3);
    await alerted(subject, subscriber.email, /We won’t retry it/);
    expect(await alerts('A refund failed', payment)).toEqual([]);
    await product.database.query({
      text: `insert into subscription_changes (id, subscription_id, user_id, kind, status, period_end, created_at, finished_at)
             select gen_random_uuid(), id, user_id, 'cancel', 'failed', $1, 'epoch', $1 from subscriptions, generate_series(1, 500)
             where status = 'refunded' and id = (select id from subscriptions where status = 'refunded' limit 1)`,
      values: [product.clock.now()],
    });
    expect(await listFailing(subscriber)).toMatchObject([{ kind: 'cancellation', retrying: false }]);
    expect((await ask(subscriber, 'POST', '/refund')).body).toMatchObject({ status: 'pending' });
    await product.resetControls();
    await asStaff('POST', `subscriptions/${subscriber.subscriptionId}/cancel`, {
      atPeriodEnd: false,
      reason: 'Refunded',
    });
    await handleEvents(product);
    expect(await listFailing(subscriber)).toEqual([]);
  });

  describe('by a customer', () => {
    let subscriber: Subscriber;
    beforeAll(async () => {
      subscriber = await createSubscriber(product);
    });

    it('to upgrade after the page was closed is reported', async () => {
      await changeCard(product, subscriber.providerId, DECLINED);
      const { body } = await ask(subscriber, 'POST', '/quotes', { plan: 'growth', interval: 'month' });
      const path = `/v1/subscriptions/${subscriber.providerId}$`;
      await product.control('api-failures', { kind: 'error', final: true, method: 'POST', path });
      expect((await ask(subscriber, 'POST', '/changes', { quoteId: body.id })).status).toBe(503);
      await receives(subscriber, 'Your plan wasn’t changed');
    });

    it('to cancel or to resume is retried, then reported as failed', async () => {
      const path = `/v1/subscriptions/${subscriber.providerId}$`;
      const fail = async (subject: string, alert: string) => {
        await alerted(alert, subscriber.email, /keep trying for three days/);
        expect(await listFailing(subscriber)).toMatchObject([{ retrying: true }]);
        await advanceBothClocks(product, 3);
        await receives(subscriber, subject);
        await alerted(alert, subscriber.email, /We won’t retry it/);
        expect(await listFailing(subscriber)).toMatchObject([{ retrying: false }]);
        await product.resetControls();
      };
      await reject('POST', path);
      await ask(subscriber, 'POST', '/cancellation');
      await fail('Your plan wasn’t canceled', 'A customer’s plan couldn’t be canceled');

      await ask(subscriber, 'POST', '/cancellation');
      await receives(subscriber, 'Your plan was canceled');
      expect(await listFailing(subscriber)).toEqual([]);
      await reject('POST', path);
      await ask(subscriber, 'DELETE', '/cancellation');
      await fail('Your plan wasn’t resumed', 'A plan couldn’t be resumed');
    });
  });

  it('to refund, whose refund fails before the plan has ended, leaves the guarantee usable', async () => {
    await allowGuarantee(product);
    const subscriber = await createSubscriber(product, { number: RETURNED_REFUND });
    await reject('DELETE', `/v1/subscriptions/${subscriber.providerId}$`);
    expect((await ask(subscriber, 'POST', '/refund')).body).toMatchObject({ status: 'pending' });
    await product.control('clock', { advanceSeconds: 60 });
    await receives(subscriber, 'We couldn’t refund your payment');
    const { body } = await ask(subscriber, 'GET', '');
    expect(body.subscription).toMatchObject({ status: 'active', refundableUntil: expect.any(String) });
  });

  it('to refund a plan and its upgrade, which the bank returns later, is reported until it is repeated', async () => {
    await allowGuarantee(product);
    const subscriber = await createSubscriber(product, { number: RETURNED_REFUND });
    const payments = [await getLatestPayment(product, subscriber.providerId)];
    await advanceBothClocks(product, 1);
    const { body } = await ask(subscriber, 'POST', '/quotes', { plan: 'growth', interval: 'month' });
    expect((await ask(subscriber, 'POST', '/changes', { quoteId: body.id })).status).toBe(200);
    payments.push(await getLatestPayment(product, subscriber.providerId));
    expect((await ask(subscriber, 'POST', '/refund')).body).toMatchObject({ status: 'succeeded' });
    await product.control('clock', { advanceSeconds: 60 });
    for (const payment of payments) await alerted('A refund failed', payment, /we won’t retry it/);
    await handleEvents(product);
    const failing = payments.map((paymentId) => ({ kind: 'refund', paymentId, retrying: false }));
    expect(await listFailing(subscriber)).toMatchObject(
      expect.arrayContaining(
        failing.map((payment) => expect.objectContaining(payment) as object),
      ) as object[],
    );
    expect((await ask(subscriber, 'GET', '')).body.subscription).toMatchObject({ status: 'refunded' });
    const path = 'account/v1/invoices';
    const invoices = await call<InvoiceList>(await openSession(subscriber), 'GET', path);
    expect(invoices.body.items.map(({ refundedCents }) => refundedCents)).toEqual([0, 0]);

    const again = { endSubscription: false, reason: 'Returned by the bank' };
    for (const payment of payments) {
      expect(await alerts('A refund failed', payment)).toHaveLength(1);
      expect(await asStaff('POST', `payments/${payment}/refund`, again)).toMatchObject({
        status: 'succeeded',
      });
    }
    expect(await listFailing(subscriber)).toEqual([]);
  });

  describe('by staff', () => {
    let subscriber: Subscriber;
    beforeAll(async () => {
      subscriber = await createSubscriber(product);
    });

    it('to cancel, repeated, is emailed once', async () => {
      const cancel = () =>
        asStaff('POST', `subscriptions/${subscriber.subscriptionId}/cancel`, {
          atPeriodEnd: true,
          reason: 'Abuse',
        });
      await cancel();
      await receives(subscriber, 'Your plan was canceled');
      await cancel();
      await handleEvents(product);
      await receives(subscriber, 'Your plan was canceled');
      const { subscriptions } = await asStaff<StaffCustomer>('GET', `customers/${subscriber.userId}`);
      expect(subscriptions).toMatchObject([{ status: 'active', cancelAt: expect.any(String) }]);
    });

    it('to refund a payment again counts as applied: the money has been returned', async () => {
      const paymentIntentId = await getLatestPayment(product, subscriber.providerId);
      const { id: actorId } = await createUser(product, { role: 'admin' });
      const terms = { paymentIntentId, actorId, reason: 'Goodwill' };
      const refund = (endSubscription: boolean) =>
        product.api
          .get(RequestRefund)
          .request(subscriber.subscriptionId, { ...terms, endSubscription }, { allowEnded: true });
      expect(await refund(false)).toMatchObject({ status: 'succeeded' });
      expect(await refund(true)).toMatchObject({ status: 'succeeded' });
      expect((await product.stripe.subscriptions.retrieve(subscriber.providerId)).status).toBe('canceled');
      await handleEvents(product);
      expect(await alerts('A refund failed', paymentIntentId)).toEqual([]);
      expect((await subjects(subscriber)).filter((subject) => subject.includes('refund'))).toHaveLength(1);
    });
  });

  describe('before recurring billing is set up', () => {
    const buy = async (...failing: [path?: string, status?: number]) => {
      const [path = '/v1/subscriptions$', status = 400] = failing;
      await reject('POST', path, status);
      const purchase = buildPurchase();
      const paid = await payForCheckout(product, purchase);
      expect((await processPayment(product, purchase, paid)).status).toBe(200);
      return purchase;
    };
    const getSubscriptionId = async ({ email }: { email: string }) => {
      const [row] = await product.database.query<{ id: string }>({
        text: `select s.id from subscriptions s join users u on u.id = s.user_id where u.email_normalized = $1`,
        values: [email],
      });
      return row!.id;
    };
    const setUp = async (customer: { email: string }) => {
      await product.resetControls();
      let subscriber!: Subscriber;
      await afterRetries(async () => {
        subscriber = await subscriberWith(product, customer.email);
      });
      return subscriber;
    };

    it('to cancel is confirmed at once, and applied after the setup', async () => {
      const customer = await buy();
      expect((await ask(customer, 'POST', '/cancellation')).status).toBe(200);
      await receives(customer, 'Your plan was canceled');
      const subscriber = await setUp(customer);
      await afterRetries(async () => {
        const { cancel_at_period_end } = await product.stripe.subscriptions.retrieve(subscriber.providerId);
        expect(cancel_at_period_end).toBe(true);
        expect(await listChanges(product, subscriber)).toEqual([{ kind: 'cancel', status: 'applied' }]);
      });
      await handleEvents(product);
      expect(await getSubscription(product, subscriber)).toMatchObject({ cancel_at_period_end: true });
      expect((await subjects(customer)).filter((subject) => subject.includes('canceled'))).toHaveLength(1);
    });

    const createdFor = async (id: string) =>
      (await product.stripe.subscriptions.list({ status: 'all', limit: 100 })).data.find(
        ({ metadata }) => metadata.subscription_id === id,
      );

    it('by staff to end the plan ends what an interrupted setup has created', async () => {
      const customer = await buy('/attach_payment$', 500);
      const id = await getSubscriptionId(customer);
      await afterRetries(async () => expect(await createdFor(id)).toMatchObject({ status: 'incomplete' }));
      await asStaff('POST', `subscriptions/${id}/cancel`, { atPeriodEnd: false, reason: 'Abuse' });
      await product.resetControls();
      await afterRetries(async () => expect((await createdFor(id))!.ended_at).not.toBeNull());
    });

    it('by staff to end the plan ends it, and what is being set up meanwhile', async () => {
      const customer = await buy();
      const id = await getSubscriptionId(customer);
      const before = (await product.api.get(Subscriptions).findById(id))!;
      await asStaff('POST', `subscriptions/${id}/cancel`, { atPeriodEnd: false, reason: 'Abuse' });
      await receives(customer, 'Your plan has ended');
      await product.resetControls();
      await handleEvents(product);
      expect(await getSubscription(product, { subscriptionId: id })).toMatchObject({
        status: 'canceled',
        provider_subscription_id: null,
      });
      const setUpRecurringBilling = product.api.get(SetUpRecurringBilling);
      // It is canceled as soon as it is known, which may interrupt the setup.
      const created = await setUpRecurringBilling
        .setUp(before, before.paymentIntentId, 50)
        .catch(() => undefined);
      const recurringSetups = product.api.get(RecurringSetups);
      if (created) await product.database.transaction(() => recurringSetups.record(id, created));
      await afterRetries(async () => expect(await createdFor(id)).toMatchObject({ status: 'canceled' }));
    });
  });
});
