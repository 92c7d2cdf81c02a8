import type { ManagedCancellation, RefundPreview } from '@subscription-site/shared/contracts';
import { EndReplacedSubscriptions } from '../../src/modules/subscriptions/endings/end-replaced-subscriptions.handler.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { accountApi } from '../support/account-api.js';
import { buildPurchase, payForCheckout, processPayment } from '../support/purchase.js';
import { callApi } from '../support/call-api.js';
import {
  DECLINED,
  changeCard,
  createSubscriber,
  handleEvents,
  getLatestPayment,
  advanceBothClocks,
  subscriberWith,
  getSubscription,
  type Subscriber,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

const DAY_MS = 86_400_000;
const { password } = buildPurchase();

/** What a customer can still do around the end of a plan. */
describe('a plan that ends', () => {
  const product = useFixture(startPaymentFixture);
  const worker = useWorker(product);

  const { openSession, ...api } = accountApi(product);
  const account = <Body = Record<string, unknown>>(
    headers: Record<string, string>,
    ...[method, path, body]: [string, string, object?]
  ) => callApi<Body>(product, headers, method, `account/v1/${path}`, body);
  const view = async (subscriber: Subscriber) => api.view(await openSession(subscriber));
  const hasStatus = (subscriber: Subscriber, status: string) =>
    eventually(async () => expect(await view(subscriber)).toMatchObject({ status }));
  const getStatus = async (subscriber: Subscriber) => (await getSubscription(product, subscriber)).status;
  const invoiceStatuses = async ({ providerId }: Subscriber) =>
    (await product.stripe.invoices.list({ subscription: providerId })).data.map(({ status }) => status);
  const emailTo = ({ email }: { email: string }, subject: string) =>
    eventually(async () => {
      const found = (await product.emailsTo(email)).filter((sent) => sent.subject === subject);
      expect(found).toHaveLength(1);
      return found[0]!.text.replaceAll(/\s+/g, ' ');
    });
  const listRefunds = async ({ providerId }: Subscriber) => {
    const payment_intent = await getLatestPayment(product, providerId);
    return (await product.stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount);
  };

  it('with a short month is refundable until the guarantee ends, by withdrawing and by the account page', async () => {
    const february = new Date(Date.UTC(product.clock.now().getUTCFullYear() + 1, 1, 1, 12));
    await advanceBothClocks(product, (february.getTime() - product.clock.now().getTime()) / DAY_MS);
    const [ended, disputed] = [await createSubscriber(product), await createSubscriber(product)];
    for (const subscriber of [ended, disputed])
      expect((await account(await openSession(subscriber), 'POST', 'subscription/cancellation')).status).toBe(
        200,
      );
    await handleEvents(product);
    await advanceBothClocks(product, 28.2);
    for (const subscriber of [ended, disputed]) await hasStatus(subscriber, 'canceled');
    const { refundableUntil, endedAt } = await view(ended);
    expect(Date.parse(refundableUntil!)).toBeGreaterThan(product.clock.now().getTime());
    const headers = await openSession(ended);
    expect((await account<RefundPreview>(headers, 'GET', 'subscription/refund')).body.amountCents).toBe(4900);

    const body = { kind: 'withdraw', name: 'Ada', email: ended.email };
    expect((await product.callFunction('submit-cancellation', body)).status).toBe(202);
    const receipt = await emailTo(ended, 'We received your withdrawal');
    expect(receipt).toContain('Your Team plan ended on Mar 1,');
    const url = new URL(/\S+\/cancel\/manage\?\S+/.exec(receipt)![0]);
    const link = { reference: url.searchParams.get('reference'), token: url.searchParams.get('token') };
    const managed = await product.callFunction('manage-cancellation', { ...link, action: 'refund' });
    expect(managed.body as unknown as ManagedCancellation).toMatchObject({ state: 'ended', actions: [] });
    expect((await account(headers, 'POST', 'subscription/refund')).body).toMatchObject({
      status: 'succeeded',
    });
    expect(await listRefunds(ended)).toEqual([4900]);
    expect(await view(ended)).toMatchObject({ endedAt, refundableUntil: null });
    await emailTo(ended, 'Your refund is on its way');

    // A plan that a lost dispute ended, whose month is over too.
    await product.database.query({
      text: `update subscription_history set reason = 'dispute_lost' where subscription_id = $1 and to_status = 'canceled'`,
      values: [disputed.subscriptionId],
    });
    expect(await view(disputed)).toMatchObject({ endedByDispute: true, refundableUntil: null });
    expect((await account(await openSession(disputed), 'POST', 'subscription/refund')).body).toMatchObject({
      code: 'no_subscription',
    });
  });

  it('at once, because its payment is overdue, is not promised to continue when its account is kept', async () => {
    const subscriber = await createSubscriber(product);
    await changeCard(product, subscriber.providerId, DECLINED);
    await advanceBothClocks(product, 32);
    await hasStatus(subscriber, 'past_due');
    const headers = await openSession(subscriber);
    expect((await account(headers, 'POST', 'deletion', { password })).status).toBe(200);
    await hasStatus(subscriber, 'canceled');
    const scheduled = await emailTo(subscriber, 'Your account is scheduled for deletion');
    expect(scheduled).toContain('so we’ve ended your plan and canceled the open invoice');
    expect(scheduled).not.toContain('your plan will continue');
    expect((await account(headers, 'DELETE', 'deletion')).status).toBe(204);
    const undone = await emailTo(subscriber, 'Your account won’t be deleted');
    expect(undone).not.toContain('your plan continues');
    expect(await invoiceStatuses(subscriber)).toEqual(['void', 'paid']);
  });

  it('unpaid or paused ends for good when its customer buys a new one or cancels, and leaves nothing to pay', async () => {
    const createDeclined = async () => {
      const subscriber = await createSubscriber(product);
      await changeCard(product, subscriber.providerId, DECLINED);
      return subscriber;
    };
    // Their last payments are tried 45 days after the purchase.
    await product.control('billing-settings', { afterRetries: 'unpaid' });
    const unpaid = await createDeclined();
    await advanceBothClocks(product, 4);
    const paused = await createDeclined();
    await advanceBothClocks(product, 28);
    await advanceBothClocks(product, 15);
    await hasStatus(unpaid, 'unpaid');
    await handleEvents(product);
    await product.control('billing-settings', { afterRetries: 'pause' });
    await advanceBothClocks(product, 4);
    await hasStatus(paused, 'paused');
    await handleEvents(product);
    expect(await invoiceStatuses(unpaid)).toContain('open');

    const again = { ...buildPurchase(), email: unpaid.email, password };
    const paid = await processPayment(
      product,
      again,
      await payForCheckout(product, again),
      await openSession(unpaid),
    );
    expect(paid).toMatchObject({ status: 200 });
    await eventually(async () => expect(await getStatus(unpaid)).toBe('canceled'));
    await handleEvents(product);
    expect((await product.stripe.subscriptions.retrieve(unpaid.providerId)).status).toBe('canceled');
    expect(await invoiceStatuses(unpaid)).not.toContain('open');
    const bought = await subscriberWith(product, unpaid.email);
    expect(await view(bought)).toMatchObject({ status: 'active' });
    expect((await product.stripe.subscriptions.retrieve((await findProviderId(bought))!)).status).toBe(
      'active',
    );
    expect((await product.emailsTo(unpaid.email)).map(({ subject }) => subject)).not.toContain(
      'Your plan has ended',
    );

    // The older plan is handled late, and ours shows the new one as overdue, made later or earlier.
    const { subscriptionId, userId } = unpaid;
    const [newer] = await product.database.query<{ id: string }>({
      text: `update subscriptions set status = 'past_due' where user_id = $1 and status = 'active'
             returning provider_subscription_id as id`,
      values: [userId],
    });
    for (const since of ['1 day', '-400 days']) {
      await product.database.query({
        text: `update subscriptions set created_at = (select created_at from subscriptions where id = $1) + $2::interval
               where user_id = $3 and status = 'past_due'`,
        values: [subscriptionId, since, userId],
      });
      await worker.get(EndReplacedSubscriptions).perform({ subscriptionId, userId });
      expect((await product.stripe.subscriptions.retrieve(newer!.id)).status).toBe('active');
    }

    // An earlier version set it to end with a period that never ends.
    await product.database.query({
      text: 'update subscriptions set cancel_at_period_end = true, cancel_at = current_period_end where id = $1',
      values: [paused.subscriptionId],
    });
    expect(await view(paused)).toMatchObject({ status: 'paused', cancelAt: null });
    const canceled = await account(await openSession(paused), 'POST', 'subscription/cancellation');
    expect(canceled.status).toBe(200);
    await hasStatus(paused, 'canceled');
    expect((await product.stripe.subscriptions.retrieve(paused.providerId)).status).toBe('canceled');
  });

  const findProviderId = async ({ userId }: Subscriber) =>
    (
      await product.database.query<{ id: string }>({
        text: `select provider_subscription_id as id from subscriptions where user_id = $1 and status = 'active'`,
        values: [userId],
      })
    )[0]?.id;
});
