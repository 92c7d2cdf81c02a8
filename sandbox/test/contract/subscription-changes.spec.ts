import type { Stripe } from 'stripe';
import {
  control,
  describeSandboxOnly,
  catchError,
  openProvider,
  type Provider,
} from '../support/provider.ts';
import { activeSubscription, createPrice, parseIntentId } from '../support/purchase.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

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
  yearly = await createPrice(stripe, 49_000, 'year');
});
afterAll(() => provider.close());

type Change = Partial<Stripe.SubscriptionUpdateParams>;

function change(
  { id, items }: Stripe.Subscription,
  price: Stripe.Price,
  parameters: Change = {},
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id, price: price.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
    ...parameters,
  });
}

function preview(
  { id, items }: Stripe.Subscription,
  price: Stripe.Price,
  details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {},
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: items.data[0]?.id, price: price.id }],
      proration_behavior: 'always_invoice',
      ...details,
    },
  });
}

const getPriceId = (subscription: Stripe.Subscription): string | undefined =>
  subscription.items.data[0]?.price.id;
const latestInvoice = (subscription: Stripe.Subscription): Stripe.Invoice =>
  subscription.latest_invoice as Stripe.Invoice;
const toLines = ({ lines }: Stripe.Invoice): object[] =>
  lines.data.map(({ amount, description, period, quantity }) => ({ amount, description, period, quantity }));

async function eventTypes(subscription: Stripe.Subscription): Promise<string[]> {
  const { data } = await stripe.events.list({ created: { gte: subscription.created }, limit: 100 });
  return data
    .filter(({ data: { object } }) => (object as { id?: string }).id === subscription.id)
    .map(({ type }) => type);
}

describe('a price change that waits for its payment', () => {
  it('takes effect immediately if the card is charged', async () => {
    const before = await activeSubscription(stripe, team);

    const after = await change(before, business);

    expect(getPriceId(after)).toBe(business.id);
    expect(after).toMatchObject({ status: 'active', pending_update: null });
    const invoice = latestInvoice(after);
    expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
    expect(invoice.lines.data.every(({ parent }) => parent?.subscription_item_details?.proration)).toBe(true);
    expect(invoice.total).toBeGreaterThan(4900);
    expect(invoice.total).toBeLessThanOrEqual(5000);
    expect(after.items.data[0]?.current_period_end).toBe(before.items.data[0]?.current_period_end);
  });

  it('stays pending if the card is declined, and leaves price and status unchanged', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_chargeCustomerFail');

    const after = await change(before, business);

    expect(getPriceId(after)).toBe(team.id);
    expect(after.status).toBe('active');
    expect(latestInvoice(after)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: null,
    });
    expect(after.pending_update?.subscription_items?.[0]?.price.id).toBe(business.id);
    const expiresIn = (after.pending_update?.expires_at ?? 0) - latestInvoice(after).created;
    expect(expiresIn).toBeGreaterThanOrEqual(23 * HOUR - 60);
    expect(expiresIn).toBeLessThanOrEqual(23 * HOUR + 60);
  });

  it('takes effect once its invoice is paid with another card', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_chargeCustomerFail');
    const pending = await change(before, business);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(before.customer) });

    await stripe.invoices.pay(latestInvoice(pending).id, { payment_method: card.id });

    const after = await stripe.subscriptions.retrieve(before.id);
    expect(getPriceId(after)).toBe(business.id);
    expect(after).toMatchObject({ status: 'active', pending_update: null });
    expect(await eventTypes(before)).toContain('customer.subscription.pending_update_applied');
  });

  it('takes effect once the buyer confirms the payment with 3-D Secure', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_authenticationRequired');
    const pending = await change(before, business);
    const intent = await stripe.paymentIntents.retrieve(parseIntentId(latestInvoice(pending)));

    await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://example.com/return',
    });

    expect(intent.status).toBe('requires_action');
    expect(getPriceId(pending)).toBe(team.id);
    expect(getPriceId(await stripe.subscriptions.retrieve(before.id))).toBe(business.id);
  });

  it('is discarded when its invoice is voided', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_chargeCustomerFail');
    const pending = await change(before, business);

    await stripe.invoices.voidInvoice(latestInvoice(pending).id);

    const after = await stripe.subscriptions.retrieve(before.id);
    expect(after).toMatchObject({ status: 'active', pending_update: null });
    expect(getPriceId(after)).toBe(team.id);
  });

  it('replaces an earlier pending change, whose invoice is voided', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_chargeCustomerFail');
    const first = await change(before, business);

    const second = await change(before, yearly);

    expect((await stripe.invoices.retrieve(latestInvoice(first).id)).status).toBe('void');
    expect(second.pending_update?.subscription_items?.[0]?.price.id).toBe(yearly.id);
  });

  it('rejects parameters that cannot wait for a payment', async () => {
    const before = await activeSubscription(stripe, team);

    const error = await catchError(change(before, business, { metadata: { plan: 'business' } }));

    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect(getPriceId(await stripe.subscriptions.retrieve(before.id))).toBe(team.id);
  });
});

describe('other payment behaviors of a price change', () => {
  it('allow_incomplete changes the price and leaves the subscription past due if the card is declined', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_chargeCustomerFail');

    const after = await change(before, business, { payment_behavior: 'allow_incomplete' });

    expect(getPriceId(after)).toBe(business.id);
    expect(after.status).toBe('past_due');
  });

  it('error_if_incomplete rejects the change if the card is declined', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_chargeCustomerFail');

    const error = await catchError(change(before, business, { payment_behavior: 'error_if_incomplete' }));

    const after = await stripe.subscriptions.retrieve(before.id);
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402 });
    expect(getPriceId(after)).toBe(team.id);
    expect(after).toMatchObject({ status: 'active', latest_invoice: before.latest_invoice });
  });

  it('default_incomplete changes the price and waits for the buyer to pay', async () => {
    const before = await activeSubscription(stripe, team);

    const after = await change(before, business, { payment_behavior: 'default_incomplete' });
    await stripe.paymentIntents.confirm(parseIntentId(latestInvoice(after)), {
      payment_method: 'pm_card_visa',
      return_url: 'https://example.com/return',
    });

    expect(after.status).toBe('past_due');
    expect(latestInvoice(after).status).toBe('open');
    expect((await stripe.subscriptions.retrieve(before.id)).status).toBe('active');
  });
});

describe('the preview of a price change', () => {
  it('equals the invoice to the cent and the second with the same proration date', async () => {
    const before = await activeSubscription(stripe, team);
    const date = (before.items.data[0]?.current_period_start ?? 0) + 1;

    const quoted = await preview(before, business, { proration_date: date });
    expect(getPriceId(await stripe.subscriptions.retrieve(before.id))).toBe(team.id);
    const after = await change(before, business, { proration_date: date });

    expect(toLines(latestInvoice(after))).toEqual(toLines(quoted));
    expect(latestInvoice(after).total).toBe(quoted.total);
    expect(latestInvoice(after).amount_due).toBe(quoted.amount_due);
    expect(quoted.lines.data.map(({ period }) => period.start)).toEqual([date, date]);
  });

  it('equals the invoice when a month becomes a year, which starts a new period', async () => {
    const before = await activeSubscription(stripe, team);
    const date = (before.items.data[0]?.current_period_start ?? 0) + 1;

    const quoted = await preview(before, yearly, { proration_date: date });
    const after = await change(before, yearly, { proration_date: date });

    expect(latestInvoice(after).total).toBe(quoted.total);
    const [item] = after.items.data;
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(364 * DAY);
  });

  it('shows prorations that are not invoiced immediately with the next period', async () => {
    const before = await activeSubscription(stripe, team);
    const date = (before.items.data[0]?.current_period_start ?? 0) + 1;
    await change(before, business, {
      payment_behavior: 'allow_incomplete',
      proration_behavior: 'create_prorations',
      proration_date: date,
    });

    const next = await stripe.invoices.createPreview({ subscription: before.id });

    const lines = next.lines.data;
    expect(lines).toHaveLength(3);
    expect(next.total).toBe(lines.reduce((sum, { amount }) => sum + amount, 0));
    expect(lines.at(-1)).toMatchObject({
      amount: 9900,
      period: { start: before.items.data[0]?.current_period_end },
    });
  });

  it('has no prorations if they are turned off', async () => {
    const before = await activeSubscription(stripe, team);
    await change(before, business, { payment_behavior: 'allow_incomplete', proration_behavior: 'none' });

    const next = await stripe.invoices.createPreview({ subscription: before.id });

    expect(next.total).toBe(9900);
  });

  it('rejects a proration date outside the current period or with a new billing cycle', async () => {
    const before = await activeSubscription(stripe, team);
    const start = before.items.data[0]?.current_period_start ?? 0;

    const outside = await catchError(preview(before, business, { proration_date: start - DAY }));
    const newCycle = await catchError(
      change(before, business, { proration_date: start + 1, billing_cycle_anchor: { type: 'now' } }),
    );

    expect([outside.statusCode, newCycle.statusCode]).toEqual([400, 400]);
  });

  it('reports that nothing is upcoming for a subscription that ends', async () => {
    const { id } = await activeSubscription(stripe, team);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });

    const error = await catchError(stripe.invoices.createPreview({ subscription: id }));

    expect(error).toMatchObject({ statusCode: 404, code: 'invoice_upcoming_none' });
  });
});

describeSandboxOnly('a price change as time passes', () => {
  const advance = (advanceSeconds: number): Promise<unknown> =>
    control(provider.url, 'clock', { advanceSeconds });

  it('expires after 23 hours, with its invoice voided and the old price kept', async () => {
    const before = await activeSubscription(stripe, team, 'pm_card_chargeCustomerFail');
    const pending = await change(before, business);

    await advance(22 * HOUR);
    const waiting = await stripe.subscriptions.retrieve(before.id);
    await advance(HOUR + 1);

    const after = await stripe.subscriptions.retrieve(before.id);
    expect(waiting.pending_update).not.toBeNull();
    expect(after).toMatchObject({ status: 'active', pending_update: null });
    expect(getPriceId(after)).toBe(team.id);
    expect((await stripe.invoices.retrieve(latestInvoice(pending).id)).status).toBe('void');
    expect(await eventTypes(before)).toContain('customer.subscription.pending_update_expired');
  });

  it('charges what was quoted, for one change after another at different moments', async () => {
    const subscription = await activeSubscription(stripe, team);
    const prices = [team, business, yearly];
    // Its multiples are spread evenly between whole numbers.
    const GOLDEN_RATIO = 1.618;
    let current = subscription;
    for (let index = 0; index < 12; index += 1) {
      await advance(Math.floor(((index * GOLDEN_RATIO) % 1) * 6 * DAY));
      current = await stripe.subscriptions.retrieve(subscription.id);
      const others = prices.filter(({ id }) => id !== getPriceId(current));
      const target = others[index % others.length] ?? business;
      const start = current.items.data[0]?.current_period_start ?? 0;
      const date = Math.max(start, Number((await controls()).clock.now));
      const quoted = await preview(current, target, { proration_date: date });
      await advance(index * 75);

      const changed = await change(current, target, { proration_date: date });

      expect(latestInvoice(changed)).toMatchObject({ total: quoted.total, amount_due: quoted.amount_due });
      expect(getPriceId(changed)).toBe(target.id);
    }
  });

  async function controls(): Promise<{ clock: { now: number } }> {
    return (await (await fetch(`${provider.url}/controls`)).json()) as { clock: { now: number } };
  }
});
