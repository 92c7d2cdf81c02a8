import type { Stripe } from 'stripe';
import { control, describeSandboxOnly, openProvider, type Provider } from '../support/provider.ts';
import { activeSubscription, createPrice, payOnPage, subscribeFor } from '../support/purchase.ts';

const HOUR = 3600;
const MONTH = 31 * 24 * HOUR + 2 * HOUR;

describeSandboxOnly('advancing the clock', () => {
  let provider: Provider;
  let stripe: Stripe;
  let price: Stripe.Price;

  beforeEach(async () => {
    provider = await openProvider();
    ({ stripe } = provider);
    price = await createPrice(stripe);
  });
  afterEach(() => provider.close());

  const advance = (advanceSeconds: number): Promise<unknown> =>
    control(provider.url, 'clock', { advanceSeconds });

  it('renews a subscription with a paid invoice for the next period', async () => {
    const before = await activeSubscription(stripe, price);

    await advance(MONTH);

    const after = await stripe.subscriptions.retrieve(before.id, { expand: ['latest_invoice'] });
    expect(after.status).toBe('active');
    expect(after.latest_invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_cycle',
      amount_paid: 4900,
    });
    expect(after.items.data[0]?.current_period_start).toBe(before.items.data[0]?.current_period_end);
  });

  it('keeps the day of the month for a whole year', async () => {
    const before = await activeSubscription(stripe, price);

    await advance(366 * 24 * HOUR);

    const { data } = await stripe.invoices.list({ subscription: before.id, limit: 100 });
    const after = await stripe.subscriptions.retrieve(before.id);
    const day = (seconds: number | undefined): number => new Date((seconds ?? 0) * 1000).getUTCDate();
    expect(data.filter(({ status }) => status === 'paid')).toHaveLength(13);
    expect(day(after.items.data[0]?.current_period_end)).toBe(day(before.start_date));
  });

  it('requires action when the renewal needs authentication, and recovers once it is paid', async () => {
    const { id } = await activeSubscription(stripe, price, 'pm_card_authenticationRequired');

    await advance(MONTH);
    const waiting = await stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = waiting.latest_invoice as Stripe.Invoice;
    const intentId = invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? '';
    const intent = await stripe.paymentIntents.retrieve(intentId);
    const types = (await stripe.events.list({ limit: 30 })).data.map(({ type }) => type);
    await stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });

    expect(waiting.status).toBe('past_due');
    expect(intent.status).toBe('requires_action');
    expect(types).toContain('invoice.payment_action_required');
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('paid');
  });

  it('cancels a subscription at the end of its period', async () => {
    const { id } = await activeSubscription(stripe, price);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });

    await advance(MONTH);

    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
  });

  it('expires a subscription whose first invoice is unpaid after 23 hours', async () => {
    const { subscription, invoice } = await subscribeFor(stripe, await payOnPage(stripe), price);

    await advance(22 * HOUR);
    const before = await stripe.subscriptions.retrieve(subscription.id);
    await advance(2 * HOUR);

    expect(before.status).toBe('incomplete');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('void');
  });

  it('resolves payments in processing', async () => {
    const succeeding = await payOnPage(stripe, 'pm_card_sandboxProcessing');
    const failing = await payOnPage(stripe, 'pm_card_sandboxProcessingThenDeclined');

    await advance(10);

    expect([succeeding.status, failing.status]).toEqual(['processing', 'processing']);
    expect((await stripe.paymentIntents.retrieve(succeeding.id)).status).toBe('succeeded');
    expect((await stripe.paymentIntents.retrieve(failing.id)).status).toBe('requires_payment_method');
  });

  it('opens a dispute for a test card, and decides it by the submitted evidence', async () => {
    const paid = await payOnPage(stripe, 'pm_card_createDispute');
    await advance(10);
    const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data;

    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    });

    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 4900 });
    expect(won.status).toBe('won');
  });

  it.each([
    ['2027-01-31T08:00:00Z', 'month', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-02-29T08:00:00Z', 'year', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ] as const)('keeps the day of a period that starts at %s, in one jump', async (start, interval, ends) => {
    await control(provider.url, 'clock', { advanceTo: start });
    const { id } = await activeSubscription(stripe, await createPrice(stripe, 4900, interval));

    await control(provider.url, 'clock', { advanceTo: `${ends.at(-1)}T12:00:00Z` });

    const { data } = await stripe.invoices.list({ subscription: id, limit: 100 });
    const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
    expect(data.map(({ period_end: end }) => day(end)).toReversed()).toEqual([start.slice(0, 10), ...ends]);
    expect(data.every(({ status }) => status === 'paid')).toBe(true);
  });

  it('runs everything in the order of time, each at its own time', async () => {
    const subscriptions: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      subscriptions.push((await activeSubscription(stripe, price)).id);
      await advance(3 * 24 * HOUR);
    }

    await advance(60 * 24 * HOUR);

    const invoices = await Promise.all(
      subscriptions.map(async (subscription) => (await stripe.invoices.list({ subscription })).data),
    );
    for (const renewal of invoices
      .flat()
      .filter(({ billing_reason: reason }) => reason === 'subscription_cycle')) {
      expect(renewal.created).toBe(renewal.period_end);
      expect(renewal.status_transitions.paid_at).toBe(renewal.created + HOUR);
    }
    const events = (await stripe.events.list({ limit: 100 })).data.map(({ created }) => created);
    expect(events).toEqual([...events].sort((a, b) => b - a));
  });
});
