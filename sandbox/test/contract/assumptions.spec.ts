/**
 * What approach (a) rests on and what no one could prove without an account at the provider. Each case is listed in
 * docs/decisions/0003-payment-assumptions-unproven.md and counts as unconfirmed until it has run against a real test-mode key.
 */
import type { Stripe } from 'stripe';
import { errorOf, openProvider, type Provider } from '../support/provider.ts';
import { AMOUNT_CENTS, createPrice, payOnPage, subscribeFor } from '../support/purchase.ts';

let provider: Provider;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
  price = await createPrice(stripe);
});
afterAll(() => provider.close());

describe('paying first, subscribing afterwards', () => {
  it('A1: a payment method paid with in an intent without a customer may be attached to a customer afterwards', async () => {
    const intent = await payOnPage(stripe);
    const customer = await stripe.customers.create({ email: 'later@example.com' });

    const attached = await stripe.paymentMethods.attach(String(intent.payment_method), {
      customer: customer.id,
    });

    expect(intent.status).toBe('succeeded');
    expect(intent.customer).toBeNull();
    expect(attached.customer).toBe(customer.id);
  });

  it('A2: a paid intent without a customer, attached to the open first invoice, pays it and activates the subscription', async () => {
    const intent = await payOnPage(stripe);
    const { subscription, invoice } = await subscribeFor(stripe, intent, price);

    const paid = await stripe.invoices.attachPayment(invoice.id, {
      payment_intent: intent.id,
      expand: ['payments'],
    });

    expect(subscription.status).toBe('incomplete');
    expect(paid).toMatchObject({ status: 'paid', amount_paid: AMOUNT_CENTS, amount_remaining: 0 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    const payments = paid.payments?.data.filter(({ status }) => status === 'paid') ?? [];
    expect(payments.map(({ payment }) => payment.payment_intent)).toEqual([intent.id]);
  });

  it("A3: the invoice's own intent is canceled once another payment has paid the invoice, so no one pays twice", async () => {
    const intent = await payOnPage(stripe);
    const { invoice } = await subscribeFor(stripe, intent, price);
    const own = invoice.payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment.payment_intent;

    await stripe.invoices.attachPayment(invoice.id, { payment_intent: intent.id });

    expect(String(own)).toMatch(/^pi_/);
    expect((await stripe.paymentIntents.retrieve(String(own))).status).toBe('canceled');
  });

  it('A4: a coupon that changes the total makes the attachment be rejected, and nothing is credited', async () => {
    const intent = await payOnPage(stripe);
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    const { invoice } = await subscribeFor(stripe, intent, price, { discounts: [{ coupon: coupon.id }] });

    const failure = await errorOf(stripe.invoices.attachPayment(invoice.id, { payment_intent: intent.id }));

    expect(invoice.amount_due).toBe(4410);
    expect(failure).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  });

  it('A5: a tax that changes the total makes the attachment be rejected, and nothing is credited', async () => {
    const intent = await payOnPage(stripe);
    const tax = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false });
    const { invoice } = await subscribeFor(stripe, intent, price, { default_tax_rates: [tax.id] });

    const failure = await errorOf(stripe.invoices.attachPayment(invoice.id, { payment_intent: intent.id }));

    expect(invoice.amount_due).toBe(5880);
    expect(failure.statusCode).toBe(400);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  });

  it('A6: a payment that belongs to another customer is rejected by the invoice', async () => {
    const stranger = await stripe.customers.create({ email: 'stranger@example.com' });
    const foreign = await stripe.paymentIntents.create({
      amount: AMOUNT_CENTS,
      currency: 'usd',
      customer: stranger.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      off_session: true,
    });
    const { invoice } = await subscribeFor(stripe, await payOnPage(stripe), price);

    const failure = await errorOf(stripe.invoices.attachPayment(invoice.id, { payment_intent: foreign.id }));

    expect(failure.statusCode).toBe(400);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  });

  it('A7: a card authenticated in the page for later use is charged for a renewal without its holder', async () => {
    const intent = await payOnPage(stripe);
    const { customer } = await subscribeFor(stripe, intent, price);

    const renewal = await stripe.paymentIntents.create({
      amount: AMOUNT_CENTS,
      currency: 'usd',
      customer: customer.id,
      payment_method: String(intent.payment_method),
      confirm: true,
      off_session: true,
    });

    expect(renewal.status).toBe('succeeded');
  });

  it('A8: repeating the attachment under the same idempotency key credits the payment once', async () => {
    const intent = await payOnPage(stripe);
    const { invoice } = await subscribeFor(stripe, intent, price);
    const attach = (): Promise<Stripe.Invoice> =>
      stripe.invoices.attachPayment(
        invoice.id,
        { payment_intent: intent.id },
        { idempotencyKey: `attach-${intent.id}` },
      );

    const answers = [await attach(), await attach()];

    expect(answers.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect((await stripe.invoices.retrieve(invoice.id)).amount_paid).toBe(AMOUNT_CENTS);
  });
});
