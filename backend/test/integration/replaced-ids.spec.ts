import type Stripe from 'stripe';
import type { PlanPrices } from '@subscription-site/shared/contracts';
import { CopyCards } from '../../src/modules/subscriptions/cards/copy-cards.js';
import { EnsureCustomer, ProviderCustomers } from '../../src/modules/billing/index.js';
import { accountApi } from '../support/account-api.js';
import { openHostedPage, payHostedPage } from '../support/open-checkouts.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { buildPurchase, openCheckout, payForCheckout, processPayment } from '../support/purchase.js';
import { callApi } from '../support/call-api.js';
import { handleEvents, advanceBothClocks, soon, subscriberWith } from '../support/subscribers.js';
import { createUser, type SignedInUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const DAYS_PER_MINUTE = 1 / 1440;

/** Staff delete customers and archive prices in the provider's dashboard. No process has to be restarted for that. */
describe('an ID of the payment provider that is no longer valid', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  afterEach(() => product.resetControls());

  const api = <T>(type: abstract new (...args: never[]) => T): T => product.api.get<T>(type);
  const loseWebhooks = () => product.control('webhook-failures', { kind: 'drop', count: 1000 });
  /** Pays on our page, signed in. Returns the subscription at the provider once it is set up. */
  const buy = async (user: SignedInUser) => {
    const purchase = buildPurchase({ email: user.email });
    const { clientSecret, paymentIntentId, cookie } = await openCheckout(product, purchase);
    const { planName, amount } = purchase;
    const prepared = await product.callFunction(
      'prepare-checkout',
      { clientSecret, planName, amount },
      { ...user.headers, Cookie: cookie },
    );
    expect(prepared).toMatchObject({ status: 200 });
    await payWithCard(product, clientSecret, { email: user.email });
    await product.callFunction('process-payment', { paymentIntentId, planName, amount }, user.headers);
    const { providerId } = await subscriberWith(product, user.email);
    return product.stripe.subscriptions.retrieve(providerId);
  };
  const deleteCustomer = async ({ id }: SignedInUser) => {
    const customer = await api(EnsureCustomer).ensure(id);
    await product.stripe.customers.del(customer);
    return customer;
  };
  const getPrice = async () =>
    (await product.stripe.prices.list({ lookup_keys: ['team_month'], active: true })).data[0]!;
  const replacePrice = async (unit_amount = 4900) => {
    const { id, product: sold } = await getPrice();
    await product.stripe.prices.update(id, { active: false });
    const recurring = { interval: 'month' } as const;
    const lookup = { lookup_key: 'team_month', transfer_lookup_key: true };
    const price = { product: String(sold), currency: 'usd', unit_amount, recurring, ...lookup };
    return (await product.stripe.prices.create(price)).id;
  };
  const getSoldPriceId = ({ items }: Stripe.Subscription) => items.data[0]!.price.id;

  it('is replaced if a deleted customer buys on the hosted page, also on one that is already open', async () => {
    await loseWebhooks();
    const user = await createUser(product);
    const before = await openHostedPage(product, user);
    const deleted = await deleteCustomer(user);
    const sessionId = await openHostedPage(product, user);
    expect(sessionId).not.toBe(before);
    await payHostedPage(product, sessionId);
    const { customer } = await product.stripe.checkout.sessions.retrieve(sessionId);
    expect(customer).not.toBe(deleted);
    expect(await api(ProviderCustomers).findIdsByUser(user.id)).toEqual([customer]);
  });

  it('is replaced if a deleted customer pays on our page or adds a card', async () => {
    const user = await createUser(product);
    await loseWebhooks();
    const deleted = await deleteCustomer(user);
    const { customer, default_payment_method: card, status } = await buy(user);
    expect({ status, card }).toEqual({ status: 'active', card: expect.stringMatching('pm_') });
    expect(customer).not.toBe(deleted);

    const other = await createUser(product);
    await deleteCustomer(other);
    const setup = await callApi(product, other.headers, 'POST', 'account/v1/payment-methods/setup');
    expect(setup.status).toBe(201);
  });

  it('is replaced if the customer is deleted while the subscription is being set up, without another charge', async () => {
    await product.control('api-failures', {
      kind: 'error',
      status: 503,
      final: true,
      count: 1000,
      path: '/attach_payment$',
    });
    const purchase = buildPurchase();
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    const stored = async () => {
      const [row] = await product.database.query<{ id: string; setUp: boolean }>({
        text: `select provider_subscription_id as id, recurring_setup_at is not null as "setUp"
               from subscriptions s join users u on u.id = s.user_id where u.email_normalized = $1`,
        values: [purchase.email],
      });
      return row!;
    };
    await soon(product, async () => expect((await stored()).id).not.toBeNull());
    const canceled = await product.stripe.subscriptions.retrieve((await stored()).id);
    await product.stripe.customers.del(String(canceled.customer));
    await product.resetControls();
    await soon(product, async () => expect(await stored()).toMatchObject({ setUp: true }));
    const current = await product.stripe.subscriptions.retrieve((await stored()).id);
    expect(current).toMatchObject({ status: 'active', default_payment_method: null });
    expect(current.customer).not.toBe(canceled.customer);
  });

  it('still names the plan of a scheduled change after its price was replaced', async () => {
    const { subscribe, quote, confirm, view } = accountApi(product);
    const { headers, providerId } = await subscribe({ interval: 'year' });
    const { id } = await quote(headers, 'team', 'month');
    expect((await confirm(headers, id)).body).toEqual({ status: 'scheduled' });
    await handleEvents(product);
    await replacePrice();
    await product.stripe.subscriptions.update(providerId, { metadata: { note: 'changed' } });
    await handleEvents(product);
    expect((await view(headers)).pendingChange).toMatchObject({ plan: 'team', interval: 'month' });
    await advanceBothClocks(product, DAYS_PER_MINUTE);
  });

  it('is forgotten when a webhook event, or a copy of the cards, shows that the customer was deleted', async () => {
    const user = await createUser(product);
    await deleteCustomer(user);
    await handleEvents(product);
    expect(await api(ProviderCustomers).findIdsByUser(user.id)).toEqual([]);

    const other = await createUser(product);
    const customer = await api(EnsureCustomer).ensure(other.id);
    await loseWebhooks();
    await product.stripe.customers.del(customer);
    await api(CopyCards).copyForCustomer(customer);
    expect(await api(ProviderCustomers).findIdsByUser(other.id)).toEqual([]);
  });

  it('is replaced within a minute if the price, or its product, was archived', async () => {
    await buy(await createUser(product));
    const replaced = await replacePrice();
    await advanceBothClocks(product, DAYS_PER_MINUTE);
    expect(getSoldPriceId(await buy(await createUser(product)))).toBe(replaced);

    await product.stripe.products.update(String((await getPrice()).product), { active: false });
    await advanceBothClocks(product, DAYS_PER_MINUTE);
    const user = await createUser(product);
    await payHostedPage(product, await openHostedPage(product, user));
    const created = await getPrice();
    expect(created).toMatchObject({ unit_amount: 4900, lookup_key: 'team_month' });
    expect(created.id).not.toBe(replaced);
    const { body: prices } = await callApi<PlanPrices>(product, {}, 'GET', 'functions/v1/get-plan-prices');
    expect(prices.team.month).toBe(created.id);
  });

  it('prevents the charge if the plan has another price at the provider', async () => {
    await replacePrice(9900);
    await advanceBothClocks(product, DAYS_PER_MINUTE);
    const { clientSecret, cookie } = await openCheckout(product, buildPurchase());
    const { planName, amount, email, password, fullName } = buildPurchase();
    const request = { clientSecret, planName, amount, email, password, fullName };
    const prepared = await product.callFunction('prepare-checkout', request, { Cookie: cookie });
    expect(prepared).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } });
  });
});
