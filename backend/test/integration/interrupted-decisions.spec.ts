import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { getPlanPrice } from '@subscription-site/shared/plans';
import Stripe from 'stripe';
import {
  Prices,
  RefundsPort,
  SubscriptionChangesPort,
  SubscriptionsPort,
} from '../../src/modules/billing/index.js';
import { ApplyChange } from '../../src/modules/subscriptions/changes/applying/apply-change.js';
import { RecordChange } from '../../src/modules/subscriptions/changes/applying/record-change.js';
import { CancelSubscription } from '../../src/modules/subscriptions/changes/cancel-subscription.js';
import { PlanChanges } from '../../src/modules/subscriptions/changes/plan-changes.js';
import { RefundUnderGuarantee } from '../../src/modules/subscriptions/refunds/refund-under-guarantee.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  createSubscriber,
  getLatestPayment,
  handleEvents,
  advanceBothClocks,
  getSubscription,
  listChanges,
  allowGuarantee,
  type Subscriber,
} from '../support/subscribers.js';

/** Calls to the provider fail, before or after they took effect: what a killed process leaves behind. */
describe('a decision that is interrupted', () => {
  const product = useFixture(startPaymentFixture);
  let worker: INestApplicationContext;

  beforeAll(async () => {
    worker = await product.startWorker();
  });

  const get = <T>(type: abstract new (...args: never[]) => T): T => product.api.get(type);
  /** Retries are due, and nothing is left to do. */
  const carriedOut = (subscriber: Subscriber) =>
    eventually(async () => {
      await advanceBothClocks(product, 5 / 86_400);
      const changes = await listChanges(product, subscriber);
      expect(changes.filter(({ status }) => status === 'due' || status === 'waiting')).toEqual([]);
    });
  const change = async (
    subscriber: Subscriber,
    plan: 'team' | 'growth',
    interval: 'month' | 'year' = 'month',
  ) => {
    const changes = get(PlanChanges);
    const { id } = await changes.quote(subscriber.userId, plan, interval);
    await changes.confirm(subscriber.userId, id).catch(() => undefined);
  };

  describe('before and after each call', () => {
    let subscriber: Subscriber;
    beforeAll(async () => {
      // What follows happens in the same second: the provider counts in whole seconds.
      subscriber = await createSubscriber(product);
    });

    /** Each call fails before it takes effect, then after. Every retry repeats the calls before it, and gets to the next. */
    const interrupt = async (decide: () => Promise<unknown>, ...calls: [method: string, path: string][]) => {
      for (const [method, path] of calls)
        for (const when of ['before', 'after'])
          await product.control('api-failures', { kind: 'error', final: true, when, method, path });
      await decide();
      await carriedOut(subscriber);
      const controls = await (await fetch(`${product.payments.url}/controls`)).json();
      expect(controls).toMatchObject({ apiFailures: [] });
    };
    const atProvider = () => product.stripe.subscriptions.retrieve(subscriber.providerId);
    const listPhases = async ({ schedule }: Stripe.Subscription) =>
      (await product.stripe.subscriptionSchedules.retrieve(String(schedule))).phases;

    it('to upgrade changes the plan and charges once', async () => {
      await interrupt(() => change(subscriber, 'growth'), ['POST', '/v1/subscriptions/[^/]+$']);
      const { items, customer } = await atProvider();
      expect(items.data[0]!.price.lookup_key).toBe('growth_month');
      const invoices = await product.stripe.invoices.list({ subscription: subscriber.providerId });
      expect(invoices.data).toHaveLength(2);
      const charges = await product.stripe.charges.list({ customer: String(customer) });
      expect(charges.data.filter(({ paid }) => paid).length).toBeLessThanOrEqual(2);
    });

    it('to downgrade leaves one schedule', async () => {
      await interrupt(
        () => change(subscriber, 'team'),
        ['POST', '/v1/subscription_schedules$'],
        ['POST', '/v1/subscription_schedules/[^/]+$'],
      );
      const { data } = await product.stripe.subscriptionSchedules.list({ limit: 100 });
      const own = data.filter(({ subscription }) => subscription === subscriber.providerId);
      expect(own.map(({ status, phases }) => [status, phases.length])).toEqual([['active', 2]]);
    });

    it('to upgrade keeps the scheduled change if the card is declined', async () => {
      const { default_payment_method: card } = await atProvider();
      await product.control(`payment-methods/${String(card)}/decline`, { code: 'card_declined' });
      await interrupt(
        () => change(subscriber, 'growth', 'year'),
        ['POST', '/v1/subscription_schedules/[^/]+/release$'],
        ['POST', '/v1/subscriptions/[^/]+$'],
        ['POST', '/v1/invoices/[^/]+/void$'],
      );
      const current = await atProvider();
      expect(current.items.data[0]!.price.lookup_key).toBe('growth_month');
      expect(await listPhases(current)).toHaveLength(2);
      expect(await getSubscription(product, subscriber)).toMatchObject({
        pending_plan: 'team',
        pending_interval: 'month',
      });
    });

    it('to cancel ends the plan after its period, and resuming brings the scheduled change back', async () => {
      await interrupt(
        () => get(CancelSubscription).cancel(subscriber.userId),
        ['POST', '/v1/subscription_schedules/[^/]+/release$'],
        ['POST', '/v1/subscriptions/[^/]+$'],
      );
      expect(await atProvider()).toMatchObject({ cancel_at_period_end: true, schedule: null });

      await interrupt(
        () => get(CancelSubscription).resume(subscriber.userId),
        ['POST', '/v1/subscriptions/[^/]+$'],
      );
      const resumed = await atProvider();
      expect(resumed.cancel_at_period_end).toBe(false);
      expect(await listPhases(resumed)).toHaveLength(2);
    });

    it('to refund refunds each payment once and ends the plan', async () => {
      // The guarantee applies once per card.
      await allowGuarantee(product);
      await interrupt(
        () => get(RefundUnderGuarantee).refund(subscriber.userId),
        ['POST', '/v1/refunds$'],
        ['DELETE', '/v1/subscriptions/[^/]+$'],
      );
      const { status, customer } = await atProvider();
      expect(status).toBe('canceled');
      expect(await getSubscription(product, subscriber)).toMatchObject({ status: 'refunded' });
      const { data } = await product.stripe.charges.list({ customer: String(customer) });
      const paid = data.filter((charge) => charge.paid);
      expect(paid.map(({ amount_refunded: refunded }) => refunded)).toEqual(paid.map(({ amount }) => amount));
      for (const { payment_intent: payment } of paid) {
        const refunds = await product.stripe.refunds.list({ payment_intent: String(payment) });
        expect(refunds.data).toHaveLength(1);
      }
    });
  });

  describe('by another process just before a call', () => {
    let subscriber: Subscriber;
    let provider: Stripe;
    let changes: SubscriptionChangesPort;
    beforeAll(async () => {
      subscriber = await createSubscriber(product);
      provider = get(Stripe);
      changes = get(SubscriptionChangesPort);
    });
    const atProvider = () => provider.subscriptions.retrieve(subscriber.providerId);
    const schedule = async () =>
      changes.schedulePrice(subscriber.providerId, await get(Prices).getId(getPlanPrice('team', 'year')));
    const release = () => changes.releaseSchedule(subscriber.providerId);
    const cancelAtPeriodEnd = (cancel: boolean) =>
      changes.setCancelAtPeriodEnd(subscriber.providerId, cancel);
    const cancel = () => get(SubscriptionsPort).cancel(subscriber.providerId);
    const listPhaseCounts = async () => {
      const { data } = await provider.subscriptionSchedules.list({ limit: 100 });
      const own = data.filter(({ subscription }) => subscription === subscriber.providerId);
      return own.map(({ phases }) => phases.length);
    };

    /** Makes the change, and the other one just before the first call of this method. */
    const overtake = async <Method extends string>(
      calls: Record<Method, unknown>,
      method: Method,
      decide: () => Promise<unknown>,
      other = decide,
    ) => {
      const call = calls[method] as (...args: unknown[]) => Promise<unknown>;
      calls[method] = async (...args: unknown[]) => {
        calls[method] = call;
        await other();
        return call.apply(calls, args);
      };
      await decide();
      expect(calls[method]).toBe(call);
    };

    it('schedules a change once, also if the schedule is released meanwhile', async () => {
      await overtake(provider.subscriptionSchedules, 'create', schedule);
      expect(await listPhaseCounts()).toEqual([2]);
      await overtake(provider.subscriptionSchedules, 'update', schedule, release);
      expect(await listPhaseCounts()).toEqual([2]);
    });

    it('releases a schedule', async () => {
      await overtake(provider.subscriptionSchedules, 'release', release);
      expect(await atProvider()).toMatchObject({ schedule: null });
    });

    it('resumes a subscription, also if a change is scheduled meanwhile', async () => {
      await cancelAtPeriodEnd(true);
      const resume = () => cancelAtPeriodEnd(false);
      await overtake(provider.subscriptions, 'update', resume, () => resume().then(schedule));
      expect(await atProvider()).toMatchObject({ cancel_at_period_end: false });
      expect(await listPhaseCounts()).toEqual([2]);
      await release();
    });

    it('cancels a subscription once, and then not at the end of its period', async () => {
      const cancelTwice = () => overtake(provider.subscriptions, 'cancel', cancel);
      await overtake(provider.subscriptions, 'update', () => cancelAtPeriodEnd(true), cancelTwice);
      expect(await atProvider()).toMatchObject({ status: 'canceled' });
    });

    it('refunds a payment once', async () => {
      const intent = await getLatestPayment(product, subscriber.providerId);
      const refund = () =>
        get(RefundsPort).refund(intent, { metadata: { event_id: randomUUID() }, key: randomUUID() });
      await overtake(provider.refunds, 'create', refund);
      expect((await provider.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
    });
  });

  it('to downgrade, recorded after the period has ended, leaves no change pending', async () => {
    const subscriber = await createSubscriber(product);
    await change(subscriber, 'growth');
    await carriedOut(subscriber);
    await handleEvents(product);
    await worker.close();
    await change(subscriber, 'team');
    const [due] = await product.database.query<{ id: string }>({
      text: `select id from subscription_changes where subscription_id = $1 and status = 'due'`,
      values: [subscriber.subscriptionId],
    });
    const outcome = await get(ApplyChange).apply(due!.id);
    await product.database.query({
      text: `delete from outbox_events where topic = 'subscription_change.due' and done_at is null`,
    });
    await advanceBothClocks(product, 32);
    worker = await product.startWorker();
    await handleEvents(product);

    await product.database.transaction(() => get(RecordChange).record(due!.id, outcome));

    await handleEvents(product);
    expect(await getSubscription(product, subscriber)).toMatchObject({
      plan: 'team',
      pending_plan: null,
      pending_interval: null,
      pending_at: null,
    });
  });
});
