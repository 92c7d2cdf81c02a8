/**
 * Assumptions about the provider that can only be verified with a real account. Each case is listed in
 * docs/decisions/0003-unverified-payment-assumptions.md and counts as unverified until it has passed with a real test-mode key.
 */
import type { Stripe } from 'stripe';
import { catchError, openProvider, type Provider } from '../support/provider.ts';
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

describe('paying before subscribing', () => {
  it('A1: attaches a payment method to a customer after it was used in an intent without a customer', async () => {
    const intent = await payOnPage(stripe);
    const customer = await stripe.customers.create({ email: 'later@example.com' });

    const attached = await stripe.paymentMethods.attach(String(intent.payment_method), {
      customer: customer.id,
    });

    expect(intent.status).toBe('succeeded');
    expect(intent.customer).toBeNull();
    expect(attached.customer).toBe(customer.id);
  });

  it('A2: pays the open first invoice with a succeeded intent without a customer and activates the subscription', async () => {
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

  it("A3: cancels the invoice's default intent once another payment has paid the invoice", async () => {
    const intent = await payOnPage(stripe);
    const { invoice } = await subscribeFor(stripe, intent, price);
    const defaultIntent = invoice.payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment
      .payment_intent;

    await stripe.invoices.attachPayment(invoice.id, { payment_intent: intent.id });

    expect(String(defaultIntent)).toMatch(/^pi_/);
    expect((await stripe.paymentIntents.retrieve(String(defaultIntent))).status).toBe('canceled');
  });

  it('A4: rejects the attachment if a coupon changes the total, and leaves the invoice open', async () => {
    const intent = await payOnPage(stripe);
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    const { invoice } = await subscribeFor(stripe, intent, price, { discounts: [{ coupon: coupon.id }] });

    const error = await catchError(stripe.invoices.attachPayment(invoice.id, { payment_intent: intent.id }));

    expect(invoice.amount_due).toBe(4410);
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  });

  it('A5: rejects the attachment if a tax changes the total, and leaves the invoice open', async () => {
    const intent = await payOnPage(stripe);
    const tax = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false });
    const { invoice } = await subscribeFor(stripe, intent, price, { default_tax_rates: [tax.id] });

    const error = await catchError(stripe.invoices.attachPayment(invoice.id, { payment_intent: intent.id }));

    expect(invoice.amount_due).toBe(5880);
    expect(error.statusCode).toBe(400);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  });

  it('A6: rejects the attachment of a payment that belongs to another customer', async () => {
    const otherCustomer = await stripe.customers.create({ email: 'other@example.com' });
    const otherPayment = await stripe.paymentIntents.create({
      amount: AMOUNT_CENTS,
      currency: 'usd',
      customer: otherCustomer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      off_session: true,
    });
    const { invoice } = await subscribeFor(stripe, await payOnPage(stripe), price);

    const error = await catchError(
      stripe.invoices.attachPayment(invoice.id, { payment_intent: otherPayment.id }),
    );

    expect(error.statusCode).toBe(400);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  });

  it('A7: charges a card saved on the page off session', async () => {
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

  it('A8: applies the payment once when the attachment is repeated with the same idempotency key', async () => {
    const intent = await payOnPage(stripe);
    const { invoice } = await subscribeFor(stripe, intent, price);
    const attach = (): Promise<Stripe.Invoice> =>
      stripe.invoices.attachPayment(
        invoice.id,
        { payment_intent: intent.id },
        { idempotencyKey: `attach-${intent.id}` },
      );

    const results = [await attach(), await attach()];

    expect(results.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect((await stripe.invoices.retrieve(invoice.id)).amount_paid).toBe(AMOUNT_CENTS);
  });
});
