import type { Stripe } from 'stripe';

export const AMOUNT_CENTS = 4900;

/** Creates a monthly price, by default $49. */
export async function createPrice(stripe: Stripe, cents = AMOUNT_CENTS): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: 'Team' });
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
  });
}

/** Pays as the checkout page does: without a customer, saving the card for later. */
export async function payOnPage(stripe: Stripe, token = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.create({
    amount: AMOUNT_CENTS,
    currency: 'usd',
    setup_future_usage: 'off_session',
    allowed_payment_method_types: ['card'],
    metadata: { plan: 'team' },
  });
  return stripe.paymentIntents.confirm(intent.id, {
    payment_method: token,
    return_url: 'https://example.com/return',
  });
}

export interface SubscribedCustomer {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
}

/** Creates a customer with the card attached, and a subscription with an open first invoice. */
export async function subscribeFor(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  price: Stripe.Price,
  extra: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<SubscribedCustomer> {
  const paymentMethod = String(intent.payment_method);
  const customer = await stripe.customers.create({ email: 'buyer@example.com', name: 'Buyer' });
  await stripe.paymentMethods.attach(paymentMethod, { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: paymentMethod } });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: paymentMethod,
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    ...extra,
  });
  return { customer, subscription, invoice: subscription.latest_invoice as Stripe.Invoice };
}
