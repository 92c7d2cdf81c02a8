import type Stripe from 'stripe';
import type { InvoiceList, PaymentMethodList } from '@subscription-site/shared/contracts';
import { ProviderCustomers } from '../../src/modules/billing/index.js';
import { CopyCards } from '../../src/modules/subscriptions/cards/copy-cards.js';
import { Subscriptions } from '../../src/modules/subscriptions/index.js';
import { ReconcileSubscription } from '../../src/modules/subscriptions/reconciliation/reconcile-subscription.js';
import { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import { eventually } from '../support/eventually.js';
import { openHostedPage, payHostedPage } from '../support/open-checkouts.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { accountApi } from '../support/account-api.js';
import { callApi } from '../support/call-api.js';
import {
  confirmCard,
  createSubscriber,
  handleEvents,
  getLatestPayment,
  advanceBothClocks,
  subscriberWith,
  type Subscriber,
  getSubscription,
} from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

/** The cards that renew plans, at the provider and here. */
describe("customers' cards", () => {
  const product = useFixture(startPaymentFixture);
  const worker = useWorker(product);

  afterEach(() => product.resetControls());

  type Headers = Record<string, string>;
  const { openSession } = accountApi(product);
  const account = <Body = Record<string, unknown>>(headers: Headers, method: string, path: string) =>
    callApi<Body>(product, headers, method, `account/v1/${path}`);
  const listCards = async (headers: Headers) =>
    (await account<PaymentMethodList>(headers, 'GET', 'payment-methods')).body.items;
  const setUp = async (headers: Headers) =>
    (await account<{ clientSecret: string }>(headers, 'POST', 'payment-methods/setup')).body.clientSecret;
  const addCard = async (headers: Headers, number: string) => {
    await confirmCard(product, await setUp(headers), number);
    await eventually(async () =>
      expect(await listCards(headers)).toContainEqual(
        expect.objectContaining({ last4: number.slice(-4), isDefault: true }),
      ),
    );
  };

  // First, while there is one subscriber.
  it('are charged once if the provider rejects the first payment for the plan, which still has a receipt', async () => {
    const rejected = { kind: 'error', status: 400, method: 'POST', path: '/attach_payment$', count: 1 };
    await product.control('api-failures', rejected);
    const subscriber = await createSubscriber(product);
    const { providerId } = subscriber;
    const headers = await openSession(subscriber);
    const invoice = await eventually(async () => {
      const { items } = (await account<InvoiceList>(headers, 'GET', 'invoices')).body;
      expect(items).toMatchObject([{ status: 'paid', amountPaidCents: 4900 }]);
      return items[0]!;
    });
    const stored = await product.stripe.invoices.retrieve(invoice.id, { expand: ['payments'] });
    expect(stored.metadata).toMatchObject({ payment_intent: expect.any(String) });
    expect(stored.payments!.data.filter(({ status }) => status === 'paid')).toEqual([]);
    const receipt = await fetch(`${product.url}/api/account/v1/invoices/${invoice.id}/receipt`, { headers });
    expect(receipt.status).toBe(200);
    const { status, customer } = await product.stripe.subscriptions.retrieve(providerId);
    expect(status).toBe('active');

    await advanceBothClocks(product, 32);
    await handleEvents(product);
    const charges = await product.stripe.charges.list({ customer: String(customer) });
    expect(charges.data.map(({ amount }) => amount)).toEqual([4900]);
    expect(await getLatestPayment(product, providerId)).not.toBe(stored.metadata!.payment_intent);
    const { payment_intent_id: payment_intent } = await getSubscription(product, subscriber);
    expect(stored.metadata).toEqual({ payment_intent, amount_paid: '4900' });
  });

  it('include the one that a hosted checkout saved for the plan only, and later ones pay for the same plan', async () => {
    const user = await createUser(product);
    const sessionId = await openHostedPage(product, user);
    // In another tab, before there is a plan.
    await setUp(user.headers);
    await payHostedPage(product, sessionId);
    await product.callFunction('check-subscription', { session_id: sessionId }, user.headers);
    const { providerId } = await subscriberWith(product, user.email.toLowerCase());
    await eventually(async () =>
      expect(await listCards(user.headers)).toMatchObject([{ last4: '4242', isDefault: true }]),
    );
    const { customer } = await product.stripe.subscriptions.retrieve(providerId);
    const { invoice_settings: settings } = (await product.stripe.customers.retrieve(
      String(customer),
    )) as Stripe.Customer;
    expect(settings.default_payment_method).toBeNull();

    await addCard(user.headers, '5555555555554444');
    const renewing = await product.stripe.subscriptions.retrieve(providerId, {
      expand: ['default_payment_method'],
    });
    expect(renewing.default_payment_method).toMatchObject({ customer, card: { last4: '4444' } });
  });

  describe('of a subscriber', () => {
    let subscriber: Subscriber;
    beforeAll(async () => {
      subscriber = await createSubscriber(product);
    });

    it('are those of the customer whose plan renews, whichever customer was stored before', async () => {
      const { userId, subscriptionId, providerId } = subscriber;
      const { customer: renewing } = await product.stripe.subscriptions.retrieve(providerId);
      const other = await product.stripe.customers.create({ invoice_settings: {} });
      const method = await product.stripe.paymentMethods.attach('pm_card_mastercard', { customer: other.id });
      await product.stripe.customers.update(other.id, {
        invoice_settings: { default_payment_method: method.id },
      });
      await product.database.query({
        text: 'update provider_customers set provider_customer_id = $2 where user_id = $1',
        values: [userId, other.id],
      });
      const cards = () =>
        product.database.query({
          text: 'select last4, is_default as renews from payment_methods where user_id = $1',
          values: [userId],
        });
      await worker.get(CopyCards).copyForUser(userId);
      expect(await cards()).toEqual([{ last4: '4444', renews: true }]);

      const subscription = await product.api.get(Subscriptions).findById(subscriptionId);
      await worker.get(ReconcileSubscription).reconcile(subscription!);
      expect(await cards()).toEqual([{ last4: '4242', renews: true }]);
      const customers = product.api.get(ProviderCustomers);
      expect(await customers.findIdByUser(userId)).toBe(renewing);
    });

    it('keep one when two are removed at once', async () => {
      const headers = await openSession(subscriber);
      await addCard(headers, '5555555555554444');
      const cards = await listCards(headers);
      expect(cards).toHaveLength(2);
      const removed = await Promise.all(
        cards.map(({ id }) => account(headers, 'DELETE', `payment-methods/${id}`)),
      );
      expect(removed.map(({ status }) => status).sort()).toEqual([204, 409]);
      await handleEvents(product);
      expect(await listCards(headers)).toMatchObject([{ isDefault: true }]);
    });

    it('are remembered with webhook events and quotes only as long as those are needed', async () => {
      const headers = await openSession(subscriber);
      const quoted = await callApi(product, headers, 'POST', 'account/v1/subscription/quotes', {
        plan: 'growth',
        interval: 'month',
      });
      expect(quoted.status).toBe(201);
      await handleEvents(product);
      const count = async (table: string) =>
        (await product.database.query<{ count: number }>({ text: `select count(*)::int from ${table}` }))[0]!
          .count;
      const purge = async () => {
        const tasks = worker.get(RegisteredWork).scheduledTasks();
        for (const id of ['purge-quotes', 'purge-webhook-events'])
          await tasks.find((task) => task.id === id)!.run();
        return [await count('subscription_quotes'), await count('webhook_events')];
      };
      expect(await purge()).toEqual([1, expect.any(Number)]);
      const [, received] = await purge();
      expect(received).toBeGreaterThan(0);
      product.clock.advance(91 * 86_400);
      expect((await purge())[0]).toBe(0);
      product.clock.advance(30 * 86_400);
      expect((await purge())[1]).toBe(0);
    });
  });
});
