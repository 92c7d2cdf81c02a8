import { Entitlements } from '../../src/modules/subscriptions/index.js';
import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { handleEvents, advanceBothClocks, soon, listChanges } from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const CANCELLATION = 'account/v1/subscription/cancellation';

describe('a subscription that is canceled in the account', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  let subscriber: SignedInSubscriber;

  beforeAll(async () => {
    subscriber = await subscribe();
  });

  const { call, subscribe, openSession, view, atProvider, receives } = accountApi(product);

  /** Each change of the status, and what kind of event led to it. */
  const listHistory = ({ subscriptionId }: SignedInSubscriber) =>
    product.database.query({
      text: `select h.from_status as "from", h.to_status as "to", h.reason, h.actor_id as actor, e.topic
             from subscription_history h left join outbox_events e on e.id = h.event_id
             where h.subscription_id = $1 order by h.at, h.id`,
      values: [subscriptionId],
    });
  const endedBy = (actor: string | null, reason: string, topic: unknown) => ({
    from: 'active',
    to: 'canceled',
    reason,
    actor,
    topic,
  });

  it('ends with the period, can be resumed, and canceled again with a reason', async () => {
    const { headers, providerId } = subscriber;
    const { currentPeriodEnd } = await view(headers);
    const canceled = await call(headers, 'POST', CANCELLATION);
    expect(canceled).toEqual({ status: 200, body: { cancelAt: currentPeriodEnd } });
    expect(await view(headers)).toMatchObject({ cancelAt: currentPeriodEnd, nextCharge: null });
    await soon(product, async () => expect((await atProvider(providerId)).cancel_at_period_end).toBe(true));
    await receives(subscriber, 'Your plan was canceled');

    expect((await call(headers, 'DELETE', CANCELLATION)).status).toBe(204);
    await soon(product, async () => expect((await atProvider(providerId)).cancel_at_period_end).toBe(false));
    await receives(subscriber, 'Your plan will continue');

    for (let press = 0; press < 2; press += 1)
      expect((await call(headers, 'POST', CANCELLATION)).status).toBe(200);
    const feedback = { reason: 'too_expensive', comment: 'A bit much.' };
    expect((await call(headers, 'PUT', `${CANCELLATION}/feedback`, feedback)).status).toBe(204);
    expect((await call(headers, 'PUT', `${CANCELLATION}/feedback`, { reason: 'other!' })).status).toBe(422);
    await soon(product, async () => expect((await atProvider(providerId)).cancel_at_period_end).toBe(true));
  });

  it('follows the last decision, however often it changes', async () => {
    const { headers, providerId } = subscriber;
    const statuses = async () => (await listChanges(product, subscriber)).map(({ status }) => status);
    const before = await statuses();
    for (let round = 0; round < 4; round += 1) {
      await call(headers, 'DELETE', CANCELLATION);
      await call(headers, 'POST', CANCELLATION);
    }
    await soon(product, async () => {
      const open = await product.database.query({
        text: `select 1 from outbox_events where topic = 'subscription_change.due' and done_at is null`,
      });
      expect(open).toEqual([]);
    });
    expect((await atProvider(providerId)).cancel_at_period_end).toBe(true);
    expect(await statuses()).toHaveLength(before.length + 8);
    expect((await statuses()).at(-1)).toBe('applied');
  });

  it('is canceled once if it was set up, but its ID at the provider is unknown', async () => {
    const { headers, subscriptionId } = await subscribe();
    const values = [subscriptionId];
    await product.database.query({
      text: 'update subscriptions set provider_subscription_id = null where id = $1',
      values,
    });
    expect((await call(headers, 'POST', CANCELLATION)).status).toBe(200);
    await soon(product, async () => {
      const changes = await product.database.query({
        text: `select c.kind, c.status, count(e.id)::int as events from subscription_changes c
               join outbox_events e on e.topic = 'subscription_change.due' and e.payload ->> 'changeId' = c.id::text
               where c.subscription_id = $1 group by c.id`,
        values,
      });
      expect(changes).toEqual([{ kind: 'cancel', status: 'applied', events: 1 }]);
    });
  });

  it('ends with an email that says whether customer or staff canceled', async () => {
    const canceledByStaff = await subscribe();
    const admin = await createUser(product, { role: 'admin' });
    await call(admin.headers, 'POST', `admin/v1/subscriptions/${canceledByStaff.subscriptionId}/cancel`, {
      atPeriodEnd: true,
      reason: 'Abuse',
    });
    await soon(product, async () =>
      expect((await atProvider(canceledByStaff.providerId)).cancel_at_period_end).toBe(true),
    );
    await advanceBothClocks(product, 32);
    for (const customer of [subscriber, canceledByStaff]) {
      await receives(customer, 'Your plan has ended');
      const ended = (await product.emailsTo(customer.email)).find(({ subject }) => subject.includes('ended'));
      const requested = 'Your Team plan has ended, as you requested.';
      expect(ended!.text.includes(requested)).toBe(customer === subscriber);
    }
    expect(await product.api.get(Entitlements).getByUser(subscriber.userId)).toMatchObject({
      tier: 'free',
      status: 'canceled',
    });
    const canceled = { from: 'active', to: 'canceled', reason: 'cancellation_requested' };
    expect(await listHistory(subscriber)).toMatchObject([
      { from: null, to: 'active', reason: 'purchased', actor: subscriber.userId, topic: null },
      // `topic` is null if reconciliation is faster than the webhook.
      { ...canceled, actor: subscriber.userId },
    ]);
    expect((await listHistory(canceledByStaff)).slice(1)).toMatchObject([{ ...canceled, actor: admin.id }]);
    expect((await call(await openSession(subscriber), 'POST', CANCELLATION)).body).toMatchObject({
      code: 'no_subscription',
    });
  });

  it('has one row of history for its end, which says who decided it and for which event', async () => {
    const admin = await createUser(product, { role: 'admin' });
    const [ended, refunded, lost] = [await subscribe(), await subscribe(), await subscribe()];
    const end = { atPeriodEnd: false, reason: 'Abuse' };
    await call(admin.headers, 'POST', `admin/v1/subscriptions/${ended.subscriptionId}/cancel`, end);
    expect((await call(refunded.headers, 'POST', 'account/v1/subscription/refund')).status).toBe(200);
    await product.stripe.subscriptions.cancel(lost.providerId, {
      cancellation_details: { comment: 'payment_failed' },
    });
    await handleEvents(product);
    const topic = expect.stringMatching(
      /^(subscription_change.due|provider_subscription.changed)$/,
    ) as unknown;
    expect((await listHistory(ended)).slice(1)).toEqual([endedBy(admin.id, 'ended_by_staff', topic)]);
    // Requests apply refunds themselves, unless the webhook is faster.
    expect((await listHistory(refunded)).slice(1)).toMatchObject([
      { to: 'refunded', reason: 'refunded', actor: refunded.userId },
    ]);
    expect((await listHistory(lost)).slice(1)).toEqual([
      endedBy(null, 'payment_failed', 'provider_subscription.changed'),
    ]);
  });
});
