import type { Stripe } from 'stripe';
import { catchError, openProvider, type Provider } from '../support/provider.ts';
import { activeSubscription, createPrice } from '../support/purchase.ts';

let provider: Provider;
let stripe: Stripe;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
});
afterAll(() => provider.close());

async function typesSince(created: number, id: string): Promise<string[]> {
  const { data } = await stripe.events.list({ created: { gte: created }, limit: 100 });
  return data
    .filter(({ data: { object } }) => (object as { id?: string }).id === id)
    .map(({ type }) => type)
    .toReversed();
}

const setUp = (customer: string, token: string): Promise<Stripe.SetupIntent> =>
  stripe.setupIntents.create({
    customer,
    payment_method: token,
    usage: 'off_session',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });

describe('a card set up for later', () => {
  it('is attached to the customer without a charge', async () => {
    const customer = await stripe.customers.create({ email: 'setup@example.com' });

    const intent = await setUp(customer.id, 'pm_card_visa');

    const method = await stripe.paymentMethods.retrieve(String(intent.payment_method));
    expect(intent.status).toBe('succeeded');
    expect(method.customer).toBe(customer.id);
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(0);
    expect(await typesSince(customer.created, intent.id)).toEqual([
      'setup_intent.created',
      'setup_intent.succeeded',
    ]);
  });

  it('is rejected if the issuer declines it', async () => {
    const customer = await stripe.customers.create({ email: 'setup@example.com' });

    const error = await catchError(setUp(customer.id, 'pm_card_visa_chargeDeclinedInsufficientFunds'));

    const [intent] = (await stripe.setupIntents.list({ customer: customer.id })).data;
    expect(error).toMatchObject({ type: 'StripeCardError', decline_code: 'insufficient_funds' });
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    expect(await typesSince(customer.created, intent?.id ?? '')).toContain('setup_intent.setup_failed');
  });

  it('waits for 3-D Secure if the card requires it', async () => {
    const customer = await stripe.customers.create({ email: 'setup@example.com' });

    const intent = await setUp(customer.id, 'pm_card_authenticationRequired');

    expect(intent.status).toBe('requires_action');
    expect(intent.next_action?.type).toBe('use_stripe_sdk');
  });
});

describe('a detached card', () => {
  it('is no longer the default of the customer', async () => {
    const customer = await stripe.customers.create({ email: 'detach@example.com' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });

    await stripe.paymentMethods.detach(method.id);

    const after = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    const reused = await catchError(stripe.paymentMethods.attach(method.id, { customer: customer.id }));
    expect(after.invoice_settings.default_payment_method).toBeNull();
    expect(reused.statusCode).toBe(400);
    expect(await typesSince(customer.created, method.id)).toContain('payment_method.detached');
  });
});

describe('a deleted customer', () => {
  it('has no active subscriptions left', async () => {
    const price = await createPrice(stripe);
    const subscription = await activeSubscription(stripe, price);
    const customer = String(subscription.customer);

    const deleted = await stripe.customers.del(customer);

    expect(deleted.deleted).toBe(true);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect(await typesSince(subscription.created, customer)).toContain('customer.deleted');
  });
});
