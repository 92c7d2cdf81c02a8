import type { INestApplicationContext } from '@nestjs/common';
import type Stripe from 'stripe';
import { ApplyChange } from '../../src/modules/subscriptions/changes/applying/apply-change.js';
import { RecordChange } from '../../src/modules/subscriptions/changes/applying/record-change.js';
import { CancelSubscription } from '../../src/modules/subscriptions/changes/cancel-subscription.js';
import { PlanChanges } from '../../src/modules/subscriptions/changes/plan-changes.js';
import { RefundUnderGuarantee } from '../../src/modules/subscriptions/refunds/refund-under-guarantee.js';
import { eventually } from '../support/eventually.js';
import { stripeClientFor } from '../support/open-checkouts.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import {
  changeCard,
  createSubscriber,
  handleEvents,
  liveThrough,
  type Subscriber,
} from '../support/subscribers.js';

/** Each call to the provider fails, before and after it took effect: what a killed process leaves behind. */
describe('a decision that is interrupted', () => {
  let product: PaymentFixture;
  let stripe: Stripe;
  let worker: INestApplicationContext;

  beforeAll(async () => {
    product = await startPaymentFixture();
    worker = await product.startWorker();
    stripe = stripeClientFor(product);
  });
  afterAll(() => product?.stop());
  afterEach(() => fetch(`${product.payments.url}/controls`, { method: 'DELETE' }));

  const get = <T>(type: new (...args: never[]) => T): T => product.api.get(type, { strict: false });
  /** Retries are due, and nothing is left to do. */
  const carriedOut = ({ subscriptionId }: Subscriber) =>
    eventually(async () => {
      product.clock.advance(5);
      const [open] = await product.database.query<{ count: number }>({
        text: `select count(*)::int from subscription_changes where subscription_id = $1 and status in ('due', 'waiting')`,
        values: [subscriptionId],
      });
      expect(open).toEqual({ count: 0 });
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
  const failures = ['before', 'after'] as const;
  const interrupt = (path: string, when: (typeof failures)[number], method = 'POST') =>
    product.control('api-failures', {
      method,
      path,
      kind: 'error',
      count: 2,
      ...(when === 'after' && { when, count: 1 }),
    });

  it.each(failures)('to upgrade, %s the charge, changes the plan and charges once', async (when) => {
    const subscriber = await createSubscriber(product);
    await interrupt(`/v1/subscriptions/${subscriber.providerId}$`, when);
    await change(subscriber, 'growth');
    await carriedOut(subscriber);
    const current = await stripe.subscriptions.retrieve(subscriber.providerId);
    expect(current.items.data[0]!.price.lookup_key).toBe('growth_month');
    const invoices = await stripe.invoices.list({ subscription: subscriber.providerId });
    expect(invoices.data).toHaveLength(2);
    const charges = await stripe.charges.list({ customer: String(current.customer) });
    expect(charges.data.filter(({ paid }) => paid).length).toBeLessThanOrEqual(2);
  });

  it.each(
    ['/v1/subscription_schedules$', '/v1/subscription_schedules/[^/]+$'].flatMap((path) =>
      failures.map((when) => ({ path, when })),
    ),
  )('to downgrade, $when $path, leaves one schedule', async ({ path, when }) => {
    const subscriber = await createSubscriber(product);
    await change(subscriber, 'growth');
    await carriedOut(subscriber);
    await interrupt(path, when);
    await change(subscriber, 'team');
    await carriedOut(subscriber);
    const { data } = await stripe.subscriptionSchedules.list({ limit: 100 });
    const own = data.filter(({ subscription }) => subscription === subscriber.providerId);
    expect(own.map(({ status, phases }) => [status, phases.length])).toEqual([['active', 2]]);
  });

  describe.each(failures)('with a change scheduled, %s a call', (when) => {
    let subscriber: Subscriber;
    beforeAll(async () => {
      subscriber = await createSubscriber(product);
      await change(subscriber, 'growth');
      await carriedOut(subscriber);
      await change(subscriber, 'team');
      await carriedOut(subscriber);
      await changeCard(product, subscriber.providerId, '4000000000000341');
    });

    it.each([
      '/v1/subscription_schedules/[^/]+/release$',
      '/v1/subscriptions/[^/]+$',
      '/v1/invoices/[^/]+/void$',
    ])('to upgrade, %s, keeps it if the card is declined', async (path) => {
      await interrupt(path, when);
      await change(subscriber, 'growth', 'year');
      await carriedOut(subscriber);
      const current = await stripe.subscriptions.retrieve(subscriber.providerId);
      expect(current.items.data[0]!.price.lookup_key).toBe('growth_month');
      const { phases } = await stripe.subscriptionSchedules.retrieve(String(current.schedule));
      expect(phases).toHaveLength(2);
      const [row] = await product.database.query({
        text: 'select pending_plan, pending_interval from subscriptions where id = $1',
        values: [subscriber.subscriptionId],
      });
      expect(row).toEqual({ pending_plan: 'team', pending_interval: 'month' });
    });

    it.each(['/v1/subscription_schedules/[^/]+/release$', '/v1/subscriptions/[^/]+$'])(
      'to cancel, %s, cancels, and resuming brings it back',
      async (path) => {
        await interrupt(path, when);
        await get(CancelSubscription).cancel(subscriber.userId);
        await carriedOut(subscriber);
        const { cancel_at_period_end, schedule } = await stripe.subscriptions.retrieve(subscriber.providerId);
        expect({ cancel_at_period_end, schedule }).toEqual({ cancel_at_period_end: true, schedule: null });

        await interrupt('/v1/subscriptions/[^/]+$', when);
        await get(CancelSubscription).resume(subscriber.userId);
        await carriedOut(subscriber);
        const resumed = await stripe.subscriptions.retrieve(subscriber.providerId);
        expect(resumed.cancel_at_period_end).toBe(false);
        const { phases } = await stripe.subscriptionSchedules.retrieve(String(resumed.schedule));
        expect(phases).toHaveLength(2);
      },
    );
  });

  it.each(
    [
      ['POST', '/v1/refunds$'],
      ['DELETE', '/v1/subscriptions/[^/]+$'],
    ].flatMap(([method, path]) => failures.map((when) => ({ method, path: path!, when }))),
  )('to refund, $when $method $path, refunds once and ends the plan', async ({ method, path, when }) => {
    // The guarantee applies once per card.
    await product.database.query({ text: 'delete from guarantee_refunds' });
    const subscriber = await createSubscriber(product);
    await interrupt(path, when, method);
    await get(RefundUnderGuarantee).refund(subscriber.userId);
    await carriedOut(subscriber);
    const current = await stripe.subscriptions.retrieve(subscriber.providerId);
    expect(current.status).toBe('canceled');
    const [row] = await product.database.query<{ status: string; payment: string }>({
      text: 'select status, payment_intent_id as payment from subscriptions where id = $1',
      values: [subscriber.subscriptionId],
    });
    expect(row!.status).toBe('refunded');
    const refunds = await stripe.refunds.list({ payment_intent: row!.payment });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([4900]);
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
    await liveThrough(product, 32);
    worker = await product.startWorker();
    await handleEvents(product);

    await product.database.transaction(() => get(RecordChange).record(due!.id, outcome));

    await handleEvents(product);
    const [row] = await product.database.query({
      text: 'select plan, pending_plan, pending_interval, pending_at from subscriptions where id = $1',
      values: [subscriber.subscriptionId],
    });
    expect(row).toEqual({ plan: 'team', pending_plan: null, pending_interval: null, pending_at: null });
  });
});
