import { CancelSubscription } from '../../src/modules/subscriptions/changes/cancel-subscription.js';
import { PlanChanges } from '../../src/modules/subscriptions/changes/plan-changes.js';
import { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import { eventually } from '../support/eventually.js';
import { startPrecededFixture } from '../support/preceding-proxy.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';
import {
  AUTHENTICATION_REQUIRED,
  DECLINED,
  authenticate,
  changeCard,
  createSubscriber,
  handleEvents,
  advanceBothClocks,
  getSubscription,
  type Subscriber,
} from '../support/subscribers.js';

const GOOD = '4242424242424242';
const GROWTH_MONTHLY = { plan: 'growth', billing_interval: 'month' };
const GROWTH_YEARLY = { plan: 'growth', billing_interval: 'year' };
const VOID = /^POST \/v1\/invoices\/[^/]+\/void$/;

describe('open invoices', () => {
  const product = useFixture(startPrecededFixture);
  const worker = useWorker(product);
  /** Customers whose renewal was declined. */
  let overdue: Subscriber[];

  beforeAll(async () => {
    overdue = await Promise.all(Array.from({ length: 4 }, () => createSubscriber(product)));
    await becomePastDue(overdue);
  });
  afterEach(() => product.resetControls());

  const get = <T>(type: new (...args: never[]) => T): T => product.api.get(type);
  const getStatus = async (subscriber: Subscriber) => (await getSubscription(product, subscriber)).status;
  /** Newest first. */
  const listInvoices = async ({ providerId }: Subscriber) =>
    (await product.stripe.invoices.list({ subscription: providerId })).data;
  const statusesAtProvider = async (subscriber: Subscriber) =>
    (await listInvoices(subscriber)).map(({ status }) => status);
  const statusesHere = async ({ providerId }: Subscriber) => {
    const rows = await product.database.query<{ status: string }>({
      text: 'select status from invoices where provider_subscription_id = $1 order by issued_at desc',
      values: [providerId],
    });
    return rows.map(({ status }) => status);
  };
  const becomePastDue = async (subscribers: Subscriber[]) => {
    for (const { providerId } of subscribers) await changeCard(product, providerId, DECLINED);
    await advanceBothClocks(product, 32);
    for (const subscriber of subscribers)
      await eventually(async () => expect(await getStatus(subscriber)).toBe('past_due'));
    await handleEvents(product);
  };
  /** What was charged and refunded after the first payment. */
  const listCharges = async ({ providerId }: Subscriber) => {
    const { customer } = await product.stripe.subscriptions.retrieve(providerId);
    const { data } = await product.stripe.charges.list({ customer: String(customer), limit: 100 });
    return data.filter(({ paid }) => paid).map(({ amount, amount_refunded: refunded }) => [amount, refunded]);
  };
  const subjectsTo = async ({ email }: Subscriber) =>
    (await product.emailsTo(email)).map(({ subject }) => subject);

  describe('of plans that ended without voiding them', () => {
    const endLeavingOpen = async (subscriber: Subscriber, status: 'canceled' | 'paused') => {
      if (status === 'canceled') await product.stripe.subscriptions.cancel(subscriber.providerId);
      await product.database.query({
        text: `update subscriptions set status = $2, next_check_at = null where id = $1`,
        values: [subscriber.subscriptionId, status],
      });
    };
    const runTask = () =>
      worker
        .get(RegisteredWork)
        .scheduledTasks()
        .find(({ id }) => id === 'void-left-open-invoices')!
        .run();

    it('are voided once, also if one of them cannot be, and those of other plans stay open', async () => {
      const [paused, ended] = overdue.splice(0, 2) as [Subscriber, Subscriber];
      const running = overdue[0]!;
      await product.control('webhook-failures', { kind: 'drop', count: 100_000 });
      await endLeavingOpen(ended, 'canceled');
      await endLeavingOpen(paused, 'paused');
      const [stuck] = await listInvoices(paused);
      const path = `/v1/invoices/${stuck!.id}/void$`;
      await product.control('api-failures', { kind: 'error', final: true, method: 'POST', path, count: 100 });

      await runTask();
      expect(await statusesAtProvider(ended)).toEqual(['void', 'paid']);
      expect(await statusesHere(ended)).toEqual(['void', 'paid']);
      for (const subscriber of [paused, running])
        expect(await statusesAtProvider(subscriber)).toEqual(['open', 'paid']);

      await product.resetControls();
      for (let times = 0; times < 2; times += 1) {
        await runTask();
        expect(await statusesAtProvider(paused)).toEqual(['void', 'paid']);
        expect(await statusesHere(paused)).toEqual(['void', 'paid']);
      }
      expect(await statusesAtProvider(running)).toEqual(['open', 'paid']);
    });
  });

  describe('that are paid while they are being voided', () => {
    const payAtProvider = async (subscriber: Subscriber) => {
      const { default_payment_method: card } = await product.stripe.subscriptions.retrieve(
        subscriber.providerId,
      );
      const open = (await listInvoices(subscriber)).find(({ status }) => status === 'open')!;
      await product.stripe.invoices.pay(open.id!, { payment_method: String(card) });
    };
    const expectRefundedOnce = async (subscriber: Subscriber) => {
      await handleEvents(product);
      await eventually(async () => expect(await listCharges(subscriber)).toEqual([[4900, 4900]]));
      await handleEvents(product);
      expect(await listCharges(subscriber)).toEqual([[4900, 4900]]);
      expect(await getStatus(subscriber)).toBe('canceled');
      expect(await statusesHere(subscriber)).toEqual(['paid', 'paid']);
      await eventually(async () => {
        const refunds = (await subjectsTo(subscriber)).filter((subject) => subject.includes('refund'));
        expect(refunds).toEqual(['Your refund is on its way']);
      });
    };

    it('because the customer canceled are refunded once, even if webhooks are lost', async () => {
      const subscriber = overdue.pop()!;
      await changeCard(product, subscriber.providerId, GOOD);
      await product.control('webhook-failures', { kind: 'drop', count: 100_000 });
      const wasPaid = product.proxy.before(VOID, () => payAtProvider(subscriber));
      await get(CancelSubscription).cancel(subscriber.userId);
      await handleEvents(product);
      await eventually(() => expect(wasPaid()).toBe(true));
      await advanceBothClocks(product, 1 / 24);
      await expectRefundedOnce(subscriber);
    });

    it('because the provider ended the plan are refunded once', async () => {
      const subscriber = overdue.pop()!;
      await changeCard(product, subscriber.providerId, GOOD);
      const wasPaid = product.proxy.before(VOID, () => payAtProvider(subscriber));
      await product.stripe.subscriptions.cancel(subscriber.providerId);
      await handleEvents(product);
      await eventually(() => expect(wasPaid()).toBe(true));
      await expectRefundedOnce(subscriber);
    });

    const confirm = async ({ userId }: Subscriber, interval: 'month' | 'year') => {
      const { id, dueNowCents } = await get(PlanChanges).quote(userId, 'growth', interval);
      const outcome = await get(PlanChanges)
        .confirm(userId, id)
        .catch((error: { code: string }) => ({ status: error.code, clientSecret: undefined }));
      return { ...outcome, dueNowCents };
    };

    let upgrading: Subscriber;

    it('because another upgrade was confirmed give the plan that was paid, once', async () => {
      upgrading = await createSubscriber(product);
      await changeCard(product, upgrading.providerId, AUTHENTICATION_REQUIRED);
      const first = await confirm(upgrading, 'month');
      const wasPaid = product.proxy.before(VOID, () =>
        authenticate(product, first.clientSecret!, 'succeeded'),
      );
      expect(await confirm(upgrading, 'year')).toMatchObject({ status: 'quote_changed' });
      expect(wasPaid()).toBe(true);
      await handleEvents(product);
      expect(await getSubscription(product, upgrading)).toMatchObject(GROWTH_MONTHLY);
      expect(await listCharges(upgrading)).toEqual([[first.dueNowCents, 0]]);
      expect(await subjectsTo(upgrading)).not.toContain('Your plan wasn’t changed');
    });

    it('because the card of an upgrade was declined give the plan that was paid, once', async () => {
      await changeCard(product, upgrading.providerId, DECLINED);
      const wasPaid = product.proxy.before(VOID, async () => {
        await changeCard(product, upgrading.providerId, GOOD);
        await payAtProvider(upgrading);
      });
      const { status, dueNowCents } = await confirm(upgrading, 'year');
      expect(status).toBe('applied');
      expect(wasPaid()).toBe(true);
      await handleEvents(product);
      expect(await getSubscription(product, upgrading)).toMatchObject(GROWTH_YEARLY);
      const [charge, ...earlier] = await listCharges(upgrading);
      expect(charge).toEqual([dueNowCents, 0]);
      expect(earlier).toHaveLength(1);
    });
  });
});
