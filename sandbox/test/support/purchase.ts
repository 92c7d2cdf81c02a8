import type { Stripe } from 'stripe';

export const AMOUNT_CENTS = 4900;

/** Creates a price, by default $49 a month. */
export async function createPrice(
  stripe: Stripe,
  cents = AMOUNT_CENTS,
  interval: 'month' | 'year' = 'month',
): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: 'Team' });
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval },
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
  existing?: Stripe.Customer,
): Promise<SubscribedCustomer> {
  const paymentMethod = String(intent.payment_method);
  const customer = existing ?? (await stripe.customers.create({ email: 'buyer@example.com', name: 'Buyer' }));
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

/** A customer with an active subscription, paid on the page. The card pays for later invoices. */
export async function activeSubscription(
  stripe: Stripe,
  price: Stripe.Price,
  token = 'pm_card_visa',
): Promise<Stripe.Subscription> {
  const customer = await stripe.customers.create({ email: 'buyer@example.com', name: 'Buyer' });
  const method = await stripe.paymentMethods.attach(token, { customer: customer.id });
  const first = await stripe.paymentIntents.create({
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    confirm: true,
  });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    default_payment_method: method.id,
  });
  await stripe.invoices.attachPayment(String(subscription.latest_invoice), { payment_intent: first.id });
  return stripe.subscriptions.retrieve(subscription.id);
}

/** The intent that pays an invoice retrieved with its `confirmation_secret`. */
export function parseIntentId(invoice: Stripe.Invoice): string {
  return invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? '';
}
