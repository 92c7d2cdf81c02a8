import type { InvoiceList } from '@subscription-site/shared/contracts';
import { runOps } from '../../src/bootstrap/ops/ops.js';
import { Entitlements, ReconcileSubscriptions } from '../../src/modules/subscriptions/index.js';
import { testLogger } from '../support/test-logger.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { accountApi } from '../support/account-api.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { changePrice, schedulePrice } from '../support/provider-prices.js';
import { buildPurchase, payForCheckout, processPayment } from '../support/purchase.js';
import {
  DECLINED,
  DISPUTED,
  changeCard,
  createSubscriber,
  getLatestPayment,
  handleEvents,
  advanceBothClocks,
  getSubscription,
  type Subscriber,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

const DAY_MS = 86_400_000;

/** Everything that webhooks would have told us, learned by asking the provider. */
describe('subscriptions without webhooks', () => {
  const product = useFixture(startPaymentFixture);
  // The tests reconcile themselves.
  const worker = useWorker(product, { runsScheduledTasks: false });

  afterEach(() => product.resetControls());

  const loseWebhooks = () => product.control('webhook-failures', { kind: 'drop', count: 100_000 });
  const reconcile = (dryRun = false) => worker.get(ReconcileSubscriptions).runAll({ dryRun });
  const getEntitlement = ({ userId }: Subscriber) => product.api.get(Entitlements).getByUser(userId);
  const listInvoices = ({ providerId }: Subscriber) =>
    product.database.query<{ status: string; paid: number }>({
      text: `select status, amount_paid_cents as paid from invoices where provider_subscription_id = $1 order by issued_at, paid`,
      values: [providerId],
    });
  const noneInProgress = () =>
    eventually(async () => {
      const unfinished = await product.database.query({
        text: `select 1 from outbox_events where done_at is null and queue = 'payments'`,
      });
      expect(unfinished).toEqual([]);
    });

  const loseDispute = async ({ providerId }: Subscriber) => {
    const payment_intent = await getLatestPayment(product, providerId);
    const dispute = await eventually(async () => {
      const [opened] = (await product.stripe.disputes.list({ payment_intent })).data;
      expect(opened).toBeDefined();
      return opened!;
    });
    await product.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'losing_evidence' } });
  };

  /** Their plans are active after the first test. */
  let renewed: Subscriber;
  let downgraded: Subscriber;
  let upgraded: Subscriber;

  it('are correct after one reconciliation, 40 days later', async () => {
    const create = () => createSubscriber(product);
    [renewed, downgraded, upgraded] = await Promise.all([create(), create(), create()]);
    const [declined, canceled, refunded] = await Promise.all([create(), create(), create()]);
    const disputed = await createSubscriber(product, { number: DISPUTED });
    const all = [renewed, declined, canceled, refunded, upgraded, downgraded, disputed];
    await noneInProgress();
    await loseWebhooks();
    await changeCard(product, declined.providerId, DECLINED);
    await product.stripe.subscriptions.update(canceled.providerId, { cancel_at_period_end: true });
    const { customer } = await product.stripe.subscriptions.retrieve(refunded.providerId);
    await product.stripe.refunds.create({
      payment_intent: await getLatestPayment(product, refunded.providerId),
    });
    await changePrice(product, upgraded, 'growth_year');
    await changePrice(product, downgraded, 'growth_month');
    await schedulePrice(product, downgraded, 'team_month');
    await loseDispute(disputed);
    const { default_payment_method: card } = await product.stripe.subscriptions.retrieve(renewed.providerId);
    await product.control(`payment-methods/${String(card)}/update`, { expYear: 2099 });
    await advanceBothClocks(product, 40);

    const dry = await reconcile(true);
    expect(new Set(dry.drifts.map(({ subscriptionId }) => subscriptionId)).size).toBe(all.length);
    // A refund, and the lost disputes of the first payment and the renewal.
    expect(dry.reversals.map(({ status }) => status).sort()).toEqual(['lost', 'lost', 'succeeded']);
    expect(await getSubscription(product, renewed)).toMatchObject({ status: 'active', plan: 'team' });
    const found = await reconcile();
    await noneInProgress();

    expect(sorted(found.drifts)).toEqual(sorted(dry.drifts));
    const counted = await worker.get(Metrics).registry.getSingleMetric('subscription_drift_total')!.get();
    const byField = Object.fromEntries(counted.values.map(({ labels, value }) => [labels.field, value]));
    expect(byField).toEqual(
      Object.fromEntries(
        Object.entries(Object.groupBy(found.drifts, ({ field }) => field)).map(([field, of]) => [
          field,
          of!.length,
        ]),
      ),
    );
    const now = product.clock.now().getTime();
    for (const [subscriber, status, tier] of [
      [renewed, 'active', 'team'],
      [declined, 'past_due', 'team'],
      [canceled, 'canceled', 'free'],
      [refunded, 'refunded', 'free'],
      [upgraded, 'active', 'growth'],
      [downgraded, 'active', 'team'],
      [disputed, 'canceled', 'free'],
    ] as const) {
      const row = await getSubscription(product, subscriber);
      const provider = await product.stripe.subscriptions.retrieve(subscriber.providerId);
      const { current_period_end, price } = provider.items.data[0]!;
      expect(row).toMatchObject({
        status,
        amount_cents: price.unit_amount,
        provider_price_id: price.id,
        current_period_end: new Date(current_period_end * 1000),
      });
      expect(await getEntitlement(subscriber)).toMatchObject({ tier });
      const invoices = await product.stripe.invoices.list({ subscription: subscriber.providerId });
      expect(await listInvoices(subscriber)).toEqual(
        invoices.data.toReversed().map(({ status, amount_paid }) => ({ status, paid: amount_paid })),
      );
    }
    expect((await getSubscription(product, declined)).grace_until).toEqual(expect.any(Date));
    expect((await getSubscription(product, renewed)).current_period_end.getTime()).toBeGreaterThan(now);
    const [copied] = await product.database.query<{ year: number }>({
      text: 'select exp_year as year from payment_methods where user_id = $1',
      values: [renewed.userId],
    });
    expect(copied).toEqual({ year: 2099 });
    // The renewal that followed the refund was paid back too.
    const charges = await product.stripe.charges.list({ customer: String(customer) });
    expect(charges.data.every((charge) => charge.refunded)).toBe(true);

    const before = await Promise.all(all.map((subscriber) => getSubscription(product, subscriber)));
    const second = await reconcile();
    await noneInProgress();
    expect(second).toMatchObject({ drifts: [], reversals: [], mismatches: [] });
    const after = await Promise.all(all.map((subscriber) => getSubscription(product, subscriber)));
    expect(after.map(withoutReadTimes)).toEqual(before.map(withoutReadTimes));
    const [audited] = await product.database.query<{ count: number }>({
      text: `select count(*)::int from audit_entries where action = 'subscription.drift' and subject_id = $1`,
      values: [declined.userId],
    });
    expect(audited).toEqual({ count: 1 });
  });

  it('keep access until the end of the retries, then are read again before it continues', async () => {
    const [paying, canceled] = [renewed, downgraded];
    await loseWebhooks();
    const { schedule } = await product.stripe.subscriptions.retrieve(canceled.providerId);
    await product.stripe.subscriptionSchedules.release(String(schedule));
    await product.stripe.subscriptions.update(canceled.providerId, { cancel_at_period_end: true });
    // Their second months have ended, but not the retries after them.
    await advanceBothClocks(product, 33);
    expect(await getEntitlement(canceled)).toMatchObject({ tier: 'team' });

    await product.control('api-failures', {
      method: 'GET',
      path: '/v1/subscriptions',
      kind: 'error',
      final: true,
      count: 1000,
    });
    await advanceBothClocks(product, 10);
    expect(await getEntitlement(paying)).toMatchObject({ tier: 'team' });
    await eventually(async () => {
      const emails = await product.emailsTo(product.settings.supportEmail);
      expect(emails.map(({ subject }) => subject)).toContain('A customer’s access couldn’t be confirmed');
    });

    await product.resetControls();
    await loseWebhooks();
    product.clock.advance(61);
    expect(await getEntitlement(paying)).toMatchObject({ tier: 'team', status: 'active' });
    expect(await getEntitlement(canceled)).toMatchObject({ tier: 'free', status: 'canceled' });
    expect((await getSubscription(product, paying)).current_period_end.getTime()).toBeGreaterThan(
      product.clock.now().getTime() - DAY_MS,
    );
  });

  it('that exist at the provider only, or still run there, are reported to staff once', async () => {
    const [ended, other] = [renewed, upgraded];
    await product.database.query({
      text: `update subscriptions set status = 'canceled', ended_at = now() where id = $1`,
      values: [ended.subscriptionId],
    });
    const createFor = async ({ providerId }: Subscriber) => {
      const { customer, items } = await product.stripe.subscriptions.retrieve(providerId);
      const price = items.data[0]!.price.id;
      return product.stripe.subscriptions.create({ customer: String(customer), items: [{ price }] });
    };
    const unknown = await createFor(ended);
    const [twice, lost] = await Promise.all([createSubscriber(product), createSubscriber(product)]);
    await noneInProgress();
    const second = await createFor(twice);
    for (const [providerId, { subscriptionId }] of [
      [second.id, other],
      ['sub_missing', lost],
    ] as const)
      await product.database.query({
        text: 'update subscriptions set provider_subscription_id = $1 where id = $2',
        values: [providerId, subscriptionId],
      });
    await advanceBothClocks(product, 1);

    const lines: string[] = [];
    const options = {
      settings: product.settings,
      logger: testLogger,
      clock: product.clock,
      output: { write: (text: string) => void lines.push(text.trimEnd()) },
    };
    expect(await runOps(['reconcile'], options)).toBe(0);
    expect(lines).toContain(`${unknown.id}  unknown`);
    expect(lines).toContain(`${ended.providerId}  ended_here`);
    expect(lines).toContain('sub_missing  missing');
    const duplicates = [twice.providerId, second.id].map((id) => lines.includes(`${id}  duplicate`));
    expect(duplicates.sort()).toEqual([false, true]);
    expect(await product.database.query({ text: 'select 1 from subscription_mismatches' })).toEqual([]);

    expect(await runOps(['reconcile', '--apply'], options)).toBe(0);
    await reconcile();
    const stored = await product.database.query<{ id: string; kind: string }>({
      text: `select provider_subscription_id as id, kind from subscription_mismatches where resolved_at is null`,
    });
    expect(stored).toEqual(
      expect.arrayContaining([
        { id: unknown.id, kind: 'unknown' },
        { id: ended.providerId, kind: 'ended_here' },
      ]),
    );
    const [events] = await product.database.query<{ count: number }>({
      text: `select count(*)::int from outbox_events where topic = 'subscription.mismatch_found' and payload ->> 'providerSubscriptionId' = $1`,
      values: [unknown.id],
    });
    expect(events).toEqual({ count: 1 });
    expect(await runOps(['reconcile', '--now'], options)).toBe(2);
  });

  it('show an upgrade, a cancellation that was undone, and a refund before anything is reconciled', async () => {
    const { subscribe, quote, confirm, call, view } = accountApi(product);
    const subscriber = await subscribe();
    const { headers } = subscriber;
    await loseWebhooks();
    const { id, dueNowCents } = await quote(headers, 'growth', 'month');
    await confirm(headers, id);
    await handleEvents(product);
    expect(await view(headers)).toMatchObject({ plan: 'growth', amountCents: 9900 });
    expect(await listInvoices(subscriber)).toEqual([
      { status: 'paid', paid: 4900 },
      { status: 'paid', paid: dueNowCents },
    ]);
    await call(headers, 'POST', 'account/v1/subscription/cancellation');
    expect(await view(headers)).toMatchObject({ cancelAt: expect.any(String), nextCharge: null });
    await call(headers, 'DELETE', 'account/v1/subscription/cancellation');
    expect(await view(headers)).toMatchObject({ cancelAt: null, nextCharge: { amountCents: 9900 } });
    expect((await call(headers, 'POST', 'account/v1/subscription/refund')).status).toBe(200);
    await handleEvents(product);
    const { body } = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(body.items.map(({ refundedCents }) => refundedCents)).toEqual([dueNowCents, 4900]);
  });

  it('end with the paid period if recurring billing was never set up', async () => {
    await product.control('api-failures', {
      method: 'POST',
      path: '/v1/customers$',
      kind: 'error',
      final: true,
      count: 1000,
    });
    const purchase = buildPurchase();
    const paid = await payForCheckout(product, purchase);
    expect((await processPayment(product, purchase, paid)).status).toBe(200);
    const [row] = await product.database.query<{ id: string; userId: string }>({
      text: `select id, user_id as "userId" from subscriptions where recurring_setup_at is null`,
    });
    const unpaid = { ...row!, email: '', subscriptionId: row!.id, providerId: '' };
    expect(await getEntitlement(unpaid)).toMatchObject({ tier: 'team' });
    product.clock.advance(32 * 86_400);
    expect(await getEntitlement(unpaid)).toMatchObject({ tier: 'free' });
    await reconcile();
    expect(await getSubscription(product, unpaid)).toMatchObject({ status: 'canceled' });
  });
});

const sorted = (drifts: readonly object[]): string[] => drifts.map((drift) => JSON.stringify(drift)).sort();

const withoutReadTimes = (row: object): object => ({
  ...row,
  updated_at: null,
  provider_read_at: null,
  next_check_at: null,
});
