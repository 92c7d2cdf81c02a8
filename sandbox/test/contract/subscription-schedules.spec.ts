import type { Stripe } from 'stripe';
import {
  control,
  describeSandboxOnly,
  catchError,
  openProvider,
  type Provider,
} from '../support/provider.ts';
import { activeSubscription, createPrice } from '../support/purchase.ts';

const DAY = 24 * 3600;

let provider: Provider;
let stripe: Stripe;
let team: Stripe.Price;
let business: Stripe.Price;
let yearly: Stripe.Price;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
  team = await createPrice(stripe, 4900);
  business = await createPrice(stripe, 9900);
  yearly = await createPrice(stripe, 99_000, 'year');
});
afterAll(() => provider.close());

/** Changes the price at the end of the current period. */
async function scheduleChange(
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  parameters: Stripe.SubscriptionScheduleUpdateParams = {},
): Promise<Stripe.SubscriptionSchedule> {
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [current] = schedule.phases;
  return stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: (current?.items ?? []).map(({ price: id, quantity }) => ({ price: String(id), quantity })),
        start_date: current?.start_date,
        end_date: current?.end_date,
        proration_behavior: 'none',
      },
      { items: [{ price: price.id, quantity: 1 }], proration_behavior: 'none' },
    ],
    ...parameters,
  });
}

const periodEnd = (subscription: Stripe.Subscription): number =>
  subscription.items.data[0]?.current_period_end ?? 0;

describe('a subscription schedule', () => {
  it('is created from a subscription with its current period as the only phase', async () => {
    const subscription = await activeSubscription(stripe, business);

    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });

    const [item] = subscription.items.data;
    expect(schedule).toMatchObject({
      status: 'active',
      subscription: subscription.id,
      customer: subscription.customer,
      current_phase: { start_date: item?.current_period_start, end_date: item?.current_period_end },
    });
    expect(schedule.phases[0]?.items[0]).toMatchObject({ price: business.id, quantity: 1 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).schedule).toBe(schedule.id);
  });

  it('takes a second phase, which changes nothing yet', async () => {
    const subscription = await activeSubscription(stripe, business);

    const schedule = await scheduleChange(subscription, team);

    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(schedule.phases).toHaveLength(2);
    expect(schedule.phases[1]?.start_date).toBe(periodEnd(subscription));
    expect(after.items.data[0]?.price.id).toBe(business.id);
    expect(after.latest_invoice).toBe(subscription.latest_invoice);
  });

  it('is shown in the preview of the next invoice', async () => {
    const subscription = await activeSubscription(stripe, business);
    await scheduleChange(subscription, team);

    const next = await stripe.invoices.createPreview({ subscription: subscription.id });

    expect(next.total).toBe(4900);
  });

  it('can be released, and the subscription continues unchanged', async () => {
    const subscription = await activeSubscription(stripe, business);
    const { id } = await scheduleChange(subscription, team);

    const released = await stripe.subscriptionSchedules.release(id);
    const repeated = await catchError(stripe.subscriptionSchedules.release(id));

    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(released).toMatchObject({
      status: 'released',
      subscription: null,
      released_subscription: subscription.id,
    });
    expect(after).toMatchObject({ status: 'active', schedule: null });
    expect(repeated.statusCode).toBe(400);
  });

  it('ends its subscription when it is canceled', async () => {
    const subscription = await activeSubscription(stripe, business);
    const { id } = await scheduleChange(subscription, team);

    const canceled = await stripe.subscriptionSchedules.cancel(id);

    expect(canceled.status).toBe('canceled');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  });

  it('is canceled with its subscription', async () => {
    const subscription = await activeSubscription(stripe, business);
    const { id } = await scheduleChange(subscription, team);

    await stripe.subscriptions.cancel(subscription.id);

    expect((await stripe.subscriptionSchedules.retrieve(id)).status).toBe('canceled');
  });

  it('is the only one of its subscription, and decides how that ends', async () => {
    const subscription = await activeSubscription(stripe, business);
    await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });

    const second = await catchError(
      stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
    );
    const cancel = await catchError(
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
    );

    expect([second.statusCode, cancel.statusCode]).toEqual([400, 400]);
    expect(cancel.message).toContain('managed by the subscription schedule');
  });

  it('rejects another start of the current phase', async () => {
    const subscription = await activeSubscription(stripe, business);
    const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });

    const error = await catchError(
      stripe.subscriptionSchedules.update(id, {
        phases: [
          {
            items: [{ price: business.id }],
            start_date: (phases[0]?.start_date ?? 0) - DAY,
            end_date: phases[0]?.end_date,
          },
        ],
      }),
    );

    expect(error.statusCode).toBe(400);
  });
});

describeSandboxOnly('a subscription schedule as time passes', () => {
  const advanceTo = (advanceTo: number): Promise<unknown> => control(provider.url, 'clock', { advanceTo });

  it('starts the second phase with the renewal, and releases the subscription after it', async () => {
    const before = await activeSubscription(stripe, business);
    const { id } = await scheduleChange(before, team);

    await advanceTo(periodEnd(before) + 2 * 3600);
    const during = await stripe.subscriptions.retrieve(before.id, { expand: ['latest_invoice'] });
    const schedule = await stripe.subscriptionSchedules.retrieve(id);
    await advanceTo(periodEnd(during) + 2 * 3600);

    const after = await stripe.subscriptions.retrieve(before.id, { expand: ['latest_invoice'] });
    expect(during.items.data[0]).toMatchObject({
      price: { id: team.id },
      current_period_start: periodEnd(before),
    });
    expect(during.latest_invoice).toMatchObject({
      amount_paid: 4900,
      billing_reason: 'subscription_cycle',
      status: 'paid',
    });
    expect(schedule).toMatchObject({ status: 'active', current_phase: { start_date: periodEnd(before) } });
    expect((await stripe.subscriptionSchedules.retrieve(id)).status).toBe('released');
    expect(after).toMatchObject({ status: 'active', schedule: null });
    expect(after.latest_invoice).toMatchObject({ amount_paid: 4900 });
  });

  it('turns a year into months that start when the year ends', async () => {
    const before = await activeSubscription(stripe, yearly);
    await scheduleChange(before, team);

    await advanceTo(periodEnd(before) + 2 * 3600);

    const after = await stripe.subscriptions.retrieve(before.id, { expand: ['latest_invoice'] });
    expect(after.items.data[0]).toMatchObject({ current_period_start: periodEnd(before) });
    expect(periodEnd(after) - periodEnd(before)).toBeLessThanOrEqual(31 * DAY);
    expect(periodEnd(after) - periodEnd(before)).toBeGreaterThanOrEqual(28 * DAY);
    expect(after.latest_invoice).toMatchObject({ total: 4900 });
  });

  it('ends the subscription after the last phase if it is set to cancel', async () => {
    const before = await activeSubscription(stripe, business);
    const { id } = await stripe.subscriptionSchedules.create({ from_subscription: before.id });
    await stripe.subscriptionSchedules.update(id, { end_behavior: 'cancel' });

    await advanceTo(periodEnd(before) + 1);

    const { data } = await stripe.events.list({ type: 'subscription_schedule.*', limit: 100 });
    const types = data
      .filter(({ data: { object } }) => (object as { id: string }).id === id)
      .map(({ type }) => type);
    expect((await stripe.subscriptions.retrieve(before.id)).status).toBe('canceled');
    expect(types.toReversed()).toEqual(['subscription_schedule.expiring', 'subscription_schedule.completed']);
  });
});
