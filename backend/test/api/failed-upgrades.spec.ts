import type Stripe from 'stripe';
import type { AccountSubscriptionResponse, SubscriptionQuote } from '@subscription-site/shared/contracts';
import { stripeClientFor } from '../support/open-checkouts.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { bearer, signIn } from '../support/purchase.js';
import {
  authenticate,
  callApi,
  changeCard,
  createSubscriber,
  handleEvents,
  liveThrough,
  soon,
  type ApiRequest,
  type Subscriber,
} from '../support/subscribers.js';

const DECLINED = '4000000000000341';
const AUTHENTICATION_REQUIRED = '4000002760003184';
const PROCESSING = '4000009900000004';
const CANCELLATION = 'account/v1/subscription/cancellation';
const TEAM_MONTHLY = { plan: 'team', interval: 'month' };

/** The provider can't keep a scheduled change and a pending upgrade, so the schedule is released before the charge. */
describe('an upgrade that fails after it replaced a scheduled downgrade', () => {
  let product: PaymentFixture;
  let stripe: Stripe;

  beforeAll(async () => {
    product = await startPaymentFixture();
    await product.startWorker();
    stripe = stripeClientFor(product);
  });
  afterAll(() => product?.stop());
  afterEach(() => fetch(`${product.payments.url}/controls`, { method: 'DELETE' }));

  const call = <Body = Record<string, unknown>>(...request: ApiRequest) => callApi<Body>(product, ...request);
  const sessionOf = async ({ email }: Subscriber) =>
    bearer((await signIn(product, email, 'correct horse')).token);
  const quote = (headers: Record<string, string>, plan: string, interval: string) =>
    call<SubscriptionQuote>(headers, 'POST', 'account/v1/subscription/quotes', { plan, interval });
  const change = async (headers: Record<string, string>, plan: string, interval: string) => {
    const { id: quoteId } = (await quote(headers, plan, interval)).body;
    return call(headers, 'POST', 'account/v1/subscription/changes', { quoteId });
  };
  const view = async (subscriber: Subscriber) =>
    (await call<AccountSubscriptionResponse>(await sessionOf(subscriber), 'GET', 'account/v1/subscription'))
      .body.subscription!;
  const atProvider = ({ providerId }: Subscriber) => stripe.subscriptions.retrieve(providerId);
  /** The lookup keys of the prices that are scheduled at the provider. */
  const scheduledAtProvider = async (subscriber: Subscriber) => {
    const { schedule } = await atProvider(subscriber);
    if (!schedule) return [];
    const { phases } = await stripe.subscriptionSchedules.retrieve(String(schedule));
    const prices = phases.map(({ items }) => stripe.prices.retrieve(String(items[0]!.price)));
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
    const subscriber = await createSubscriber(product);
    const headers = await sessionOf(subscriber);
    await change(headers, 'growth', 'month');
    expect((await change(headers, 'team', 'month')).body).toEqual({ status: 'scheduled' });
    await isScheduled(subscriber);
    return { ...subscriber, headers };
  };
  /** Leaves the page while the bank asks for confirmation. Returns the client secret. */
  const abandonUpgrade = async (subscriber: Awaited<ReturnType<typeof createSubscriberToDowngrade>>) => {
    await changeCard(product, subscriber.providerId, AUTHENTICATION_REQUIRED);
    const { body } = await change(subscriber.headers, 'growth', 'year');
    expect(body).toMatchObject({ status: 'requires_action' });
    expect((await atProvider(subscriber)).schedule).toBeNull();
    return String(body.clientSecret);
  };
  const expectDowngrade = async (subscriber: Subscriber) => {
    await isScheduled(subscriber);
    await handleEvents(product);
    expect(await view(subscriber)).toMatchObject({
      plan: 'growth',
      interval: 'month',
      nextCharge: { amountCents: 4900 },
      pendingChange: TEAM_MONTHLY,
    });
    expect(await emailsTo(subscriber, 'Your plan change is scheduled')).toHaveLength(1);
    expect((await atProvider(subscriber)).pending_update).toBeNull();
  };

  it('because the card is declined keeps the downgrade, which starts when it was due', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await changeCard(product, subscriber.providerId, DECLINED);
    expect((await change(subscriber.headers, 'growth', 'year')).status).toBe(402);
    expect(await view(subscriber)).toMatchObject({ pendingChange: TEAM_MONTHLY });
    await expectDowngrade(subscriber);
    expect(await emailsTo(subscriber, "Your plan wasn't changed")).toEqual([]);
    await changeCard(product, subscriber.providerId, '4242424242424242');
    await liveThrough(product, 32);
    await soon(product, async () =>
      expect(await view(subscriber)).toMatchObject({
        ...TEAM_MONTHLY,
        status: 'active',
        pendingChange: null,
      }),
    );
    const [renewal] = (await stripe.invoices.list({ subscription: subscriber.providerId })).data;
    expect(renewal).toMatchObject({ status: 'paid', amount_paid: 4900 });
    const [{ actor } = { actor: undefined }] = await product.database.query<{ actor: string | null }>({
      text: `select actor_id as actor from audit_entries
             where action = 'subscription.schedule-applied' and subject_id = $1 order by at desc limit 1`,
      values: [subscriber.userId],
    });
    expect(actor).toBeNull();
  });

  it('because its confirmation was abandoned keeps the downgrade, and the email says so', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await abandonUpgrade(subscriber);
    await handleEvents(product);
    expect(await view(subscriber)).toMatchObject({ pendingChange: TEAM_MONTHLY });
    await liveThrough(product, 1);
    await expectDowngrade(subscriber);
    const [failed, ...others] = await emailsTo(subscriber, "Your plan wasn't changed");
    expect(others).toEqual([]);
    expect(failed!.text.replaceAll(/\s+/g, ' ')).toMatch(
      /keep your current plan and price for now\. On .+, you'll switch to Team, billed monthly/,
    );
  });

  it('keeps the downgrade even if all webhooks are lost', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await handleEvents(product);
    await product.control('webhook-failures', { kind: 'drop', count: 100_000 });
    await abandonUpgrade(subscriber);
    await liveThrough(product, 1);
    await expectDowngrade(subscriber);
  });

  it('leaves the downgrade to resuming, if the customer canceled in the meantime', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await abandonUpgrade(subscriber);
    await handleEvents(product);
    await call(subscriber.headers, 'POST', CANCELLATION);
    await soon(product, async () => expect((await atProvider(subscriber)).cancel_at_period_end).toBe(true));
    expect(await view(subscriber)).toMatchObject({ pendingChange: null });
    await call(subscriber.headers, 'DELETE', CANCELLATION);
    await expectDowngrade(subscriber);
  });

  it('does not bring back a downgrade that the customer undid', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await call(subscriber.headers, 'DELETE', 'account/v1/subscription/changes/pending');
    await soon(product, async () => expect((await atProvider(subscriber)).schedule).toBeNull());
    await changeCard(product, subscriber.providerId, DECLINED);
    expect((await change(subscriber.headers, 'growth', 'year')).status).toBe(402);
    await handleEvents(product);
    expect(await view(subscriber)).toMatchObject({ pendingChange: null });
    expect((await atProvider(subscriber)).schedule).toBeNull();
  });

  it('does not bring back the downgrade if an earlier upgrade is paid after all', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await changeCard(product, subscriber.providerId, PROCESSING);
    await change(subscriber.headers, 'growth', 'year');
    await changeCard(product, subscriber.providerId, DECLINED);
    // A quote of the same second would be the same price change.
    await liveThrough(product, 2 / 86_400);
    expect((await change(subscriber.headers, 'growth', 'year')).body).toMatchObject({
      code: 'change_not_possible',
    });
    await liveThrough(product, 10 / 86_400);
    await soon(product, async () =>
      expect(await view(subscriber)).toMatchObject({ plan: 'growth', interval: 'year', pendingChange: null }),
    );
    await handleEvents(product);
    expect(await view(subscriber)).toMatchObject({ interval: 'year', pendingChange: null });
    expect((await atProvider(subscriber)).schedule).toBeNull();
    const changes = await product.database.query<{ kind: string }>({
      text: 'select kind from subscription_changes where subscription_id = $1 order by created_at, id',
      values: [subscriber.subscriptionId],
    });
    const kinds = ['upgrade', 'schedule', 'upgrade', 'upgrade', 'schedule', 'unschedule'];
    expect(changes.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('that is paid in the end replaces the downgrade', async () => {
    const subscriber = await createSubscriberToDowngrade();
    await authenticate(product, await abandonUpgrade(subscriber), 'succeeded');
    await soon(product, async () =>
      expect(await view(subscriber)).toMatchObject({ plan: 'growth', interval: 'year', pendingChange: null }),
    );
    await handleEvents(product);
    expect(await view(subscriber)).toMatchObject({ pendingChange: null });
    expect((await atProvider(subscriber)).schedule).toBeNull();
  });

  it('cannot be started when the downgrade is due before the payment would expire', async () => {
    const subscriber = await createSubscriberToDowngrade();
    const { current_period_end: end } = (await atProvider(subscriber)).items.data[0]!;
    const seconds = end - product.clock.now().getTime() / 1000;
    await liveThrough(product, seconds / 86_400 - 0.9);
    expect((await quote(await sessionOf(subscriber), 'growth', 'year')).body).toMatchObject({
      code: 'change_not_possible',
      details: { reason: 'change_due' },
    });
    expect(await scheduledAtProvider(subscriber)).toEqual(['growth_month', 'team_month']);
  });
});
