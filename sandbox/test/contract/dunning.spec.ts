import type { Stripe } from 'stripe';
import {
  control,
  describeSandboxOnly,
  catchError,
  openProvider,
  type Provider,
} from '../support/provider.ts';
import { activeSubscription, createPrice } from '../support/purchase.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const MONTH = 31 * DAY + 2 * HOUR;

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

async function getLatestInvoice({ id }: Stripe.Subscription): Promise<Stripe.Invoice> {
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  return invoice as Stripe.Invoice;
}

const getStatus = async ({ id }: Stripe.Subscription): Promise<string> =>
  (await stripe.subscriptions.retrieve(id)).status;

async function countEvents(type: string): Promise<number> {
  return (await stripe.events.list({ type, limit: 100 })).data.length;
}

describe('an open invoice', () => {
  async function openInvoice(): Promise<{ subscription: Stripe.Subscription; invoice: Stripe.Invoice }> {
    const higher = await createPrice(stripe, 9900);
    const before = await activeSubscription(stripe, price, 'pm_card_chargeCustomerFail');
    const subscription = await stripe.subscriptions.update(before.id, {
      items: [{ id: before.items.data[0]?.id, price: higher.id }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    return { subscription, invoice: subscription.latest_invoice as Stripe.Invoice };
  }

  it('can be paid with a new card, which makes the subscription active again', async () => {
    const { subscription, invoice } = await openInvoice();
    const card = await stripe.paymentMethods.attach('pm_card_visa', {
      customer: String(subscription.customer),
    });

    const paid = await stripe.invoices.pay(invoice.id, { payment_method: card.id });

    expect(subscription.status).toBe('past_due');
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null });
    expect(await getStatus(subscription)).toBe('active');
  });

  it('keeps its retry schedule when a manual payment is declined', async () => {
    const { invoice } = await openInvoice();

    const error = await catchError(stripe.invoices.pay(invoice.id));

    const after = await stripe.invoices.retrieve(invoice.id);
    expect(error.statusCode).toBe(402);
    expect(after).toMatchObject({ attempt_count: 1, next_payment_attempt: invoice.next_payment_attempt });
  });

  it('can be marked uncollectible, and still be paid or voided', async () => {
    const { invoice } = await openInvoice();

    const uncollectible = await stripe.invoices.markUncollectible(invoice.id);
    const repeated = await catchError(stripe.invoices.markUncollectible(invoice.id));
    const voided = await stripe.invoices.voidInvoice(invoice.id);

    expect(uncollectible).toMatchObject({ status: 'uncollectible', next_payment_attempt: null });
    expect(uncollectible.status_transitions.marked_uncollectible_at).not.toBeNull();
    expect(repeated.statusCode).toBe(400);
    expect(voided.status).toBe('void');
  });
});

describe('pausing collection', () => {
  it('is shown on the subscription until it is resumed', async () => {
    const { id } = await activeSubscription(stripe, price);

    const paused = await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
    const resumed = await stripe.subscriptions.update(id, { pause_collection: '' });

    expect(paused).toMatchObject({
      status: 'active',
      pause_collection: { behavior: 'void', resumes_at: null },
    });
    expect(resumed.pause_collection).toBeNull();
  });
});

describeSandboxOnly('an unpaid renewal', () => {
  it('is retried after 3, 5 and 7 days, each with the date of the next attempt', async () => {
    const subscription = await activeSubscription(stripe, price, 'pm_card_chargeCustomerFail');
    await advance(MONTH);
    let invoice = await getLatestInvoice(subscription);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(await getStatus(subscription)).toBe('past_due');
    const attempts = [invoice.next_payment_attempt];
    for (const days of [3, 5, 7]) {
      await advance(days * DAY);
      invoice = await getLatestInvoice(subscription);
      attempts.push(invoice.next_payment_attempt);
    }

    const dates = attempts.filter((attempt) => attempt !== null);
    expect(dates).toEqual([...new Set(dates)].sort((a, b) => a - b));
    expect(attempts.map((attempt) => attempt === null)).toEqual([false, false, false, true]);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 4 });
    expect(await countEvents('invoice.payment_failed')).toBe(4);
    expect(await countEvents('charge.failed')).toBe(4);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
  });

  it.each([
    ['cancel', 'canceled', 'customer.subscription.deleted'],
    ['unpaid', 'unpaid', 'customer.subscription.updated'],
    ['pause', 'paused', 'customer.subscription.paused'],
    ['past_due', 'past_due', 'customer.subscription.updated'],
  ])('ends as configured: %s', async (afterRetries, status, type) => {
    await control(provider.url, 'billing-settings', { afterRetries, retryDays: [1] });
    const subscription = await activeSubscription(stripe, price, 'pm_card_chargeCustomerFail');

    await advance(MONTH + 2 * DAY);

    expect(await getStatus(subscription)).toBe(status);
    expect(await countEvents(type)).toBeGreaterThan(0);
  });

  it('is not charged again to a card that the issuer declined for good', async () => {
    const subscription = await activeSubscription(stripe, price);
    const methodId = String(subscription.default_payment_method);
    await control(provider.url, `payment-methods/${methodId}/decline`, { code: 'stolen_card' });

    await advance(MONTH);
    const first = await getLatestInvoice(subscription);
    await advance(4 * DAY);
    const second = await getLatestInvoice(subscription);

    expect([first.attempt_count, second.attempt_count]).toEqual([1, 2]);
    expect(second.next_payment_attempt).not.toBeNull();
    expect(await countEvents('charge.failed')).toBe(1);
  });

  it('is charged again once the card network has updated the card', async () => {
    const subscription = await activeSubscription(stripe, price);
    const methodId = String(subscription.default_payment_method);
    await control(provider.url, `payment-methods/${methodId}/decline`, { code: 'stolen_card' });
    await advance(MONTH);

    await control(provider.url, `payment-methods/${methodId}/update`, { number: '4000056655665556' });
    await advance(4 * DAY);

    expect((await stripe.paymentMethods.retrieve(methodId)).card?.last4).toBe('5556');
    expect(await countEvents('payment_method.automatically_updated')).toBe(1);
    expect(await getStatus(subscription)).toBe('active');
  });

  it('leaves the renewals of an unpaid subscription as drafts', async () => {
    await control(provider.url, 'billing-settings', { afterRetries: 'unpaid', retryDays: [1] });
    const subscription = await activeSubscription(stripe, price, 'pm_card_chargeCustomerFail');

    await advance(2 * MONTH);

    expect(await getLatestInvoice(subscription)).toMatchObject({ status: 'draft', auto_advance: false });
  });

  it('resumes a paused subscription with a new period', async () => {
    await control(provider.url, 'billing-settings', { afterRetries: 'pause', retryDays: [1] });
    const subscription = await activeSubscription(stripe, price, 'pm_card_chargeCustomerFail');
    await advance(MONTH + 2 * DAY);
    const card = await stripe.paymentMethods.attach('pm_card_visa', {
      customer: String(subscription.customer),
    });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id });

    const resumed = await stripe.subscriptions.resume(subscription.id);

    expect(resumed.status).toBe('active');
    expect(await getLatestInvoice(subscription)).toMatchObject({ status: 'paid', amount_paid: 4900 });
    expect(await countEvents('customer.subscription.resumed')).toBe(1);
  });
});

describeSandboxOnly('a renewal while collection is paused', () => {
  it.each([
    ['void', 'void'],
    ['mark_uncollectible', 'uncollectible'],
    ['keep_as_draft', 'draft'],
  ] as const)('%s leaves the invoice %s and the subscription active', async (behavior, status) => {
    const subscription = await activeSubscription(stripe, price);
    await stripe.subscriptions.update(subscription.id, { pause_collection: { behavior } });

    await advance(MONTH);

    expect((await getLatestInvoice(subscription)).status).toBe(status);
    expect(await getStatus(subscription)).toBe('active');
  });

  it('is collected again after the date on which the pause ends', async () => {
    const subscription = await activeSubscription(stripe, price);
    await stripe.subscriptions.update(subscription.id, {
      pause_collection: { behavior: 'void', resumes_at: subscription.created + 40 * DAY },
    });

    await advance(MONTH);
    const paused = await getLatestInvoice(subscription);
    await advance(MONTH);

    expect(paused.status).toBe('void');
    expect((await getLatestInvoice(subscription)).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(subscription.id)).pause_collection).toBeNull();
  });
});

describeSandboxOnly('events of an invoice that a control sends', () => {
  it('carry the invoice', async () => {
    const subscription = await activeSubscription(stripe, price);
    const { id } = await getLatestInvoice(subscription);

    await control(provider.url, `invoices/${id}/event`, { type: 'invoice.overdue' });

    const [event] = (await stripe.events.list({ type: 'invoice.overdue' })).data;
    expect(event?.data.object).toMatchObject({ id });
  });
});
