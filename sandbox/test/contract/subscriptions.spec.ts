import type { Stripe } from 'stripe';
import { catchError, openProvider, type Provider } from '../support/provider.ts';
import { activeSubscription, createPrice, payOnPage, subscribeFor } from '../support/purchase.ts';

let provider: Provider;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
  price = await createPrice(stripe);
});
afterAll(() => provider.close());

describe('an archived price', () => {
  const start = async ({ id }: Stripe.Price) => {
    const { id: customer } = await stripe.customers.create({});
    return [
      () => stripe.subscriptions.create({ customer, items: [{ price: id }] }),
      () =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          line_items: [{ price: id, quantity: 1 }],
          success_url: 'https://example.com/success',
        }),
    ];
  };

  it("can't be sold, nor can that of an archived product, while existing subscriptions continue", async () => {
    const [archived, ofArchived] = [await createPrice(stripe), await createPrice(stripe)];
    const { subscription } = await subscribeFor(stripe, await payOnPage(stripe), archived);
    await stripe.prices.update(archived.id, { active: false });
    await stripe.products.update(String(ofArchived.product), { active: false });
    for (const call of [...(await start(archived)), ...(await start(ofArchived))])
      expect(await catchError(call())).toMatchObject({ message: expect.stringMatching(/inactive/) });
    const { items } = await stripe.subscriptions.retrieve(subscription.id);
    const [{ id }] = items.data as [Stripe.SubscriptionItem];
    await stripe.subscriptions.update(subscription.id, { items: [{ id, price: archived.id }] });
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]!.price.active).toBe(false);
  });
});

describe('a new subscription', () => {
  it('is incomplete with an open invoice and a client secret to pay it', async () => {
    const { subscription, invoice } = await subscribeFor(stripe, await payOnPage(stripe), price);

    expect(subscription).toMatchObject({ status: 'incomplete', billing_mode: { type: 'flexible' } });
    expect(invoice).toMatchObject({
      status: 'open',
      amount_due: 4900,
      billing_reason: 'subscription_create',
    });
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_\w+_secret_\w+$/);
  });

  it('has a period of one month on its item', async () => {
    const { subscription } = await subscribeFor(stripe, await payOnPage(stripe), price);
    const [item] = subscription.items.data;
    const start = new Date((item?.current_period_start ?? 0) * 1000);
    const end = new Date((item?.current_period_end ?? 0) * 1000);

    expect(subscription).not.toHaveProperty('current_period_end');
    expect(end.toISOString().slice(11)).toBe(start.toISOString().slice(11));
    expect((end.getTime() - start.getTime()) / 86_400_000).toBeGreaterThanOrEqual(28);
  });

  it('can start when its payment was made: one invoice for the whole first period, and later ones on the same day and time', async () => {
    const paid = await payOnPage(stripe);
    const start = Math.floor(Date.now() / 1000) - 20 * 3600;
    const at = new Date(start * 1000);
    const { subscription, invoice } = await subscribeFor(stripe, paid, price, {
      backdate_start_date: start,
      billing_cycle_anchor_config: {
        day_of_month: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      },
    });
    const [item] = subscription.items.data;
    expect(subscription.start_date).toBe(start);
    expect(item?.current_period_start).toBe(start);
    expect(new Date(item!.current_period_end * 1000).toISOString().slice(11)).toBe(
      at.toISOString().slice(11),
    );
    expect(invoice).toMatchObject({ total: 4900, status: 'open', billing_reason: 'subscription_create' });
    const attached = await stripe.invoices.attachPayment(invoice.id, { payment_intent: paid.id });
    expect(attached.status).toBe('paid');
  });

  it('becomes active when its invoice is paid', async () => {
    const { subscription, invoice } = await subscribeFor(stripe, await payOnPage(stripe), price);
    const intentId = invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? '';

    await stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_visa',
      return_url: 'https://example.com/return',
    });

    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('paid');
  });

  it('is listed by customer, and its invoices by subscription', async () => {
    const subscription = await activeSubscription(stripe, price);

    const subscriptions = await stripe.subscriptions.list({ customer: String(subscription.customer) });
    const invoices = await stripe.invoices.list({ subscription: subscription.id });
    const payments = await stripe.invoicePayments.list({
      invoice: String(subscription.latest_invoice),
      status: 'paid',
    });

    expect(subscriptions.data.map(({ id }) => id)).toEqual([subscription.id]);
    expect(invoices.data.map(({ id }) => id)).toEqual([subscription.latest_invoice]);
    expect(payments.data).toHaveLength(1);
  });
});

describe('an active subscription', () => {
  it('can be set to cancel at period end, and resumed', async () => {
    const { id } = await activeSubscription(stripe, price);

    const canceling = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false });

    expect(canceling).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(canceling.cancel_at).toBe(canceling.items.data[0]?.current_period_end);
    expect(resumed).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: null });
  });

  it('ends immediately when canceled, and cannot be changed afterward', async () => {
    const { id } = await activeSubscription(stripe, price);

    const canceled = await stripe.subscriptions.cancel(id);
    const error = await catchError(stripe.subscriptions.update(id, { cancel_at_period_end: true }));

    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(canceled.ended_at).not.toBeNull();
    expect(error.type).toBe('StripeInvalidRequestError');
  });
});

describe('events', () => {
  it('are recorded for a purchase and can be listed by type', async () => {
    const subscription = await activeSubscription(stripe, price);

    const { data } = await stripe.events.list({
      types: ['customer.subscription.updated', 'invoice.paid'],
      created: { gte: subscription.created },
      limit: 100,
    });
    const paid = data.find(
      ({ type, data: { object } }) =>
        type === 'invoice.paid' && (object as Stripe.Invoice).id === subscription.latest_invoice,
    );

    expect(paid).toBeDefined();
    expect(new Set(data.map(({ type }) => type))).toEqual(
      new Set(['customer.subscription.updated', 'invoice.paid']),
    );
    expect((await stripe.events.retrieve(paid?.id ?? '')).type).toBe('invoice.paid');
  });
});

describe('a hosted checkout', () => {
  it('has a URL and line items', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'https://example.com/success?session_id={CHECKOUT_SESSION_ID}',
      client_reference_id: 'account-1',
    });
    const retrieved = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });

    expect(session.url).toMatch(/^https?:\/\//);
    expect(retrieved).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 4900 });
    expect(retrieved.line_items?.data[0]?.price?.id).toBe(price.id);
  });
});
