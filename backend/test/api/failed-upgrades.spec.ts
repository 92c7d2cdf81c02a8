import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  AUTHENTICATION_REQUIRED,
  DECLINED,
  PROCESSING,
  authenticate,
  changeCard,
  handleEvents,
  advanceBothClocks,
  soon,
  listChanges,
  type Subscriber,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

const TEAM_MONTHLY = { plan: 'team', interval: 'month' };

/** The provider can't keep a scheduled change and a pending upgrade, so the schedule is released before the charge. */
describe('an upgrade that fails after it replaced a scheduled downgrade', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  afterEach(() => product.resetControls());

  const { call, subscribe, openSession, view, quote, confirm, atProvider } = accountApi(product);
  const change = async (headers: Record<string, string>, plan: string, interval: string) =>
    confirm(headers, (await quote(headers, plan, interval)).id);
  /** The lookup keys of the prices that are scheduled at the provider. */
  const scheduledAtProvider = async (subscriber: Subscriber) => {
    const { schedule } = await atProvider(subscriber.providerId);
    if (!schedule) return [];
    const { phases } = await product.stripe.subscriptionSchedules.retrieve(String(schedule));
    const prices = phases.map(({ items }) => product.stripe.prices.retrieve(String(items[0]!.price)));
    return (await Promise.all(prices)).map(({ lookup_key }) => lookup_key);
  };
  const isScheduled = (subscriber: Subscriber) =>
    soon(product, async () =>
      expect(await scheduledAtProvider(subscriber)).toEqual(['growth_month', 'team_month']),
    );
  const emailsTo = async ({ email }: Subscriber, subject: string) =>
    (await product.emailsTo(email)).filter((found) => found.subject === subject);
  /** A customer of the monthly Growth plan who has chosen Team from the next period on. */
  const createSubscriberToDowngrade = async () => {
    const subscriber = await subscribe();
    await change(subscriber.headers, 'growth', 'month');
    await scheduleDowngrade(subscriber);
    return subscriber;
  };
  const scheduleDowngrade = async (subscriber: SignedInSubscriber) => {
    expect((await change(subscriber.headers, 'team', 'month')).body).toEqual({ status: 'scheduled' });
    await isScheduled(subscriber);
  };
  /** Leaves the page while the bank asks for confirmation. Returns the client secret. */
  const abandonUpgrade = async (subscriber: SignedInSubscriber) => {
    await changeCard(product, subscriber.providerId, AUTHENTICATION_REQUIRED);
    const { body } = await change(subscriber.headers, 'growth', 'year');
    expect(body).toMatchObject({ status: 'requires_action' });
    expect((await atProvider(subscriber.providerId)).schedule).toBeNull();
    return String(body.clientSecret);
  };
  const expectDowngrade = async (subscriber: Subscriber) => {
    await isScheduled(subscriber);
    await handleEvents(product);
    expect(await view(await openSession(subscriber))).toMatchObject({
      plan: 'growth',
      interval: 'month',
      nextCharge: { amountCents: 4900 },
      pendingChange: TEAM_MONTHLY,
    });
    expect(await emailsTo(subscriber, 'Your plan change is scheduled')).toHaveLength(1);
    expect((await atProvider(subscriber.providerId)).pending_update).toBeNull();
  };

  describe('keeps the downgrade', () => {
    let subscriber: SignedInSubscriber;

    beforeAll(async () => {
      subscriber = await createSubscriberToDowngrade();
    });
    beforeEach(async () => {
      subscriber.headers = await openSession(subscriber);
    });

    it('because the card is declined, without an email', async () => {
      await changeCard(product, subscriber.providerId, DECLINED);
      expect((await change(subscriber.headers, 'growth', 'year')).status).toBe(402);
      expect(await view(subscriber.headers)).toMatchObject({ pendingChange: TEAM_MONTHLY });
      await expectDowngrade(subscriber);
      expect(await emailsTo(subscriber, 'Your plan wasn’t changed')).toEqual([]);
    });

    it('because its confirmation was abandoned, and the email says so, even if all webhooks are lost', async () => {
      // A quote of the same second would be the same price change.
      await advanceBothClocks(product, 2 / 86_400);
      await product.control('webhook-failures', { kind: 'drop', count: 100_000 });
      await abandonUpgrade(subscriber);
      expect(await view(subscriber.headers)).toMatchObject({ pendingChange: TEAM_MONTHLY });
      await advanceBothClocks(product, 1);
      await expectDowngrade(subscriber);
      const [failed, ...others] = await emailsTo(subscriber, 'Your plan wasn’t changed');
      expect(others).toEqual([]);
      expect(failed!.text.replaceAll(/\s+/g, ' ')).toMatch(
        /keep your current plan and price for now\. On .+, you’ll switch to Team, billed monthly/,
      );
    });

    it('because it is due before the payment would expire', async () => {
      const { current_period_end: end } = (await atProvider(subscriber.providerId)).items.data[0]!;
      const seconds = end - product.clock.now().getTime() / 1000;
      await advanceBothClocks(product, seconds / 86_400 - 0.9);
      expect(await quote(await openSession(subscriber), 'growth', 'year')).toMatchObject({
        code: 'change_not_possible',
        details: { reason: 'change_due' },
      });
      expect(await scheduledAtProvider(subscriber)).toEqual(['growth_month', 'team_month']);
    });

    it('which starts when it was due', async () => {
      await changeCard(product, subscriber.providerId, '4242424242424242');
      await advanceBothClocks(product, 2);
      await soon(product, async () =>
        expect(await view(await openSession(subscriber))).toMatchObject({
          ...TEAM_MONTHLY,
          status: 'active',
          pendingChange: null,
        }),
      );
      const [renewal] = (await product.stripe.invoices.list({ subscription: subscriber.providerId })).data;
      expect(renewal).toMatchObject({ status: 'paid', amount_paid: 4900 });
      const [{ actor } = { actor: undefined }] = await product.database.query<{ actor: string | null }>({
        text: `select actor_id as actor from audit_entries
               where action = 'subscription.schedule-applied' and subject_id = $1 order by at desc limit 1`,
        values: [subscriber.userId],
      });
      expect(actor).toBeNull();
    });
  });

  it('does not bring back a downgrade that the customer undid, and replaces a new one if it is paid in the end', async () => {
    const subscriber = await createSubscriberToDowngrade();
    const { headers, providerId } = subscriber;
    const expectNoDowngrade = async () => {
      await handleEvents(product);
      expect(await view(headers)).toMatchObject({ pendingChange: null });
      expect((await atProvider(providerId)).schedule).toBeNull();
    };
    await call(headers, 'DELETE', 'account/v1/subscription/changes/pending');
    await soon(product, async () => expect((await atProvider(providerId)).schedule).toBeNull());
    await changeCard(product, providerId, DECLINED);
    expect((await change(headers, 'growth', 'year')).status).toBe(402);
    await expectNoDowngrade();

    await scheduleDowngrade(subscriber);
    // A quote of the same second would be the same price change.
    await advanceBothClocks(product, 2 / 86_400);
    await authenticate(product, await abandonUpgrade(subscriber), 'succeeded');
    await soon(product, async () =>
      expect(await view(headers)).toMatchObject({ plan: 'growth', interval: 'year', pendingChange: null }),
    );
    await expectNoDowngrade();
  });

  it('does not bring back the downgrade if an earlier upgrade is paid after all', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await changeCard(product, subscriber.providerId, PROCESSING);
    await change(subscriber.headers, 'growth', 'year');
    await changeCard(product, subscriber.providerId, DECLINED);
    // A quote of the same second would be the same price change.
    await advanceBothClocks(product, 2 / 86_400);
    expect((await change(subscriber.headers, 'growth', 'year')).body).toMatchObject({
      code: 'change_not_possible',
    });
    await advanceBothClocks(product, 10 / 86_400);
    await soon(product, async () =>
      expect(await view(subscriber.headers)).toMatchObject({
        plan: 'growth',
        interval: 'year',
        pendingChange: null,
      }),
    );
    await handleEvents(product);
    expect(await view(subscriber.headers)).toMatchObject({ interval: 'year', pendingChange: null });
    expect((await atProvider(subscriber.providerId)).schedule).toBeNull();
    const kinds = ['upgrade', 'schedule', 'upgrade', 'upgrade', 'schedule', 'unschedule'];
    expect((await listChanges(product, subscriber)).map(({ kind }) => kind)).toEqual(kinds);
  });
});
