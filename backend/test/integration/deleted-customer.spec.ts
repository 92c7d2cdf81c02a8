import type Stripe from 'stripe';
import type { FailedCancellation } from '@subscription-site/shared/contracts';
import { userDeleted } from '../../src/modules/auth/index.js';
import { subscriptionCancellationFailed } from '../../src/modules/subscriptions/index.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { openHostedPage, insertOpenCheckouts, payHostedPage } from '../support/open-checkouts.js';
import { createUser } from '../support/users.js';
import { buildPurchase, payForCheckout, processPayment, signIn, type Purchase } from '../support/purchase.js';
import { adminClient } from '../support/service-key.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { getLatestPayment, handleEvents } from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

const DAY_SECONDS = 86_400;
const UNAVAILABLE = { kind: 'error', status: 503, final: true, count: 1000 };

interface Customer extends Purchase {
  id: string;
  /** The provider's subscription ID; null until recurring billing is set up. */
  subscription: string | null;
}

/** No one is charged for a deleted account. Uses the payment emulator, a real database and real queues. */
describe('a deleted customer', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  beforeEach(() => product.resetControls());

  /** Advances the provider's clock, which drives renewals. */
  const advanceProviderClock = (seconds: number) => product.control('clock', { advanceSeconds: seconds });

  const getSubscription = async ({ email }: Purchase): Promise<Omit<Customer, keyof Purchase>> => {
    const [row] = await product.database.query<{ id: string; subscription: string | null }>({
      text: `select a.id, case when s.recurring_setup_at is not null then s.provider_subscription_id end as subscription
             from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [email],
    });
    return row!;
  };
  const customerWithoutRecurringSetup = async (): Promise<Customer> => {
    const purchase = buildPurchase();
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    return { ...purchase, ...(await getSubscription(purchase)) };
  };
  const customerWithRecurringSetup = async (): Promise<Customer & { subscription: string }> => {
    const customer = await customerWithoutRecurringSetup();
    return eventually(async () => {
      const { subscription } = await getSubscription(customer);
      expect(subscription).toEqual(expect.any(String));
      return { ...customer, subscription: subscription! };
    });
  };

  const deleteUser = async ({ id }: { id: string }, soft = false): Promise<void> => {
    const { error } = await (await adminClient(product)).deleteUser(id, soft);
    expect(error).toBeNull();
  };
  const findCancellation = async ({ id }: { id: string }) =>
    (
      await product.database.query<{ status: string; reason: string | null }>({
        text: 'select status, last_error as reason from subscription_cancellations where user_id = $1',
        values: [id],
      })
    )[0];
  /** The product's clock advances meanwhile, to the next retry. */
  const expectCanceled = (customer: { id: string }) =>
    eventually(async () => {
      product.clock.advance(10);
      expect(await findCancellation(customer)).toMatchObject({ status: 'ended' });
    });
  /** Of the latest payment. */
  const getRefunded = async (subscription: string) => {
    const payment = await getLatestPayment(product, subscription);
    const intent = await product.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
    return (intent.latest_charge as Stripe.Charge).amount_refunded;
  };
  const atProvider = async (id: string) => (await product.stripe.subscriptions.retrieve(id)).status;
  const listInvoices = async (subscription: string) =>
    (await product.stripe.invoices.list({ subscription })).data.map(({ status, amount_paid }) => ({
      status,
      amount_paid,
    }));
  const auditActionsFor = async ({ id }: { id: string }) =>
    (
      await product.database.query<{ action: string }>({
        text: `select action from audit_entries where subject_id = $1 and action like 'subscription_cancellation.%' order by at`,
        values: [id],
      })
    ).map(({ action }) => action);

  it('is canceled once and never charged again, even when an open checkout can only be closed later; accounting records are kept', async () => {
    const customer = await customerWithRecurringSetup();
    const { customer: providerCustomer } = await product.stripe.subscriptions.retrieve(customer.subscription);
    const [open] = await insertOpenCheckouts(product, 'hosted', 1);
    await product.database.query({
      text: 'update checkouts set user_id = $2 where id = $1',
      values: [open!.id, customer.id],
    });
    await product.control('api-failures', { ...UNAVAILABLE, path: open!.providerId });
    await deleteUser(customer);
    await eventually(async () => expect(await atProvider(customer.subscription)).toBe('canceled'));
    expect(await findCancellation(customer)).toMatchObject({ status: 'due' });
    await product.resetControls();
    await expectCanceled(customer);
    expect((await product.stripe.checkout.sessions.retrieve(open!.providerId)).status).toBe('expired');
    await advanceProviderClock(400 * DAY_SECONDS);
    expect(await listInvoices(customer.subscription)).toEqual([{ status: 'paid', amount_paid: 4900 }]);
    expect(await product.stripe.customers.retrieve(String(providerCustomer))).toMatchObject({
      email: customer.email,
    });
    const stored = await product.database.query({
      text: `select s.status, s.amount_cents, c.status as checkout from subscriptions s
             join checkouts c on c.id = s.checkout_id where s.user_id = $1`,
      values: [customer.id],
    });
    expect(stored).toEqual([{ status: 'canceled', amount_cents: 4900, checkout: 'provisioned' }]);

    await product.database.transaction(() =>
      product.api.get(Outbox).emit(userDeleted, { userId: customer.id }),
    );
    await handleEvents(product);
    expect(await auditActionsFor(customer)).toEqual(['subscription_cancellation.completed']);
  });

  it('is canceled after a soft deletion once the provider recovers, and charges made in the meantime are refunded', async () => {
    const customer = await customerWithRecurringSetup();
    await product.control('api-failures', UNAVAILABLE);
    await deleteUser(customer, true);
    expect((await signIn(product, customer.email, customer.password)).status).toBe(400);
    await eventually(async () => expect(await findCancellation(customer)).toMatchObject({ status: 'due' }));
    await advanceProviderClock(32 * DAY_SECONDS);
    await product.resetControls();
    expect(await listInvoices(customer.subscription)).toHaveLength(2);
    expect(await atProvider(customer.subscription)).toBe('active');

    await expectCanceled(customer);

    expect(await atProvider(customer.subscription)).toBe('canceled');
    expect(await getRefunded(customer.subscription)).toBe(4900);
  });

  it('is canceled even when the deletion overtakes the recurring setup', async () => {
    await product.control('api-failures', {
      kind: 'slow',
      ms: 500,
      method: 'POST',
      path: '/v1/subscriptions$',
    });
    const customer = await customerWithoutRecurringSetup();
    await eventually(async () => {
      const { apiFailures } = (await (await fetch(`${product.payments.url}/controls`)).json()) as {
        apiFailures: unknown[];
      };
      expect(apiFailures).toEqual([]);
    });
    await deleteUser(customer);
    const subscription = await eventually(async () => {
      const [row] = await product.database.query<{ id: string | null }>({
        text: 'select provider_subscription_id as id from subscriptions where user_id = $1',
        values: [customer.id],
      });
      expect(row!.id).toEqual(expect.any(String));
      return row!.id!;
    });
    await eventually(async () => expect(await atProvider(subscription)).toBe('canceled'));
    await expectCanceled(customer);
  });

  it('gets a refund for a payment that completed before the deletion was processed', async () => {
    const user = await createUser(product);
    const sessionId = await openHostedPage(product, user);
    await product.control('api-failures', { ...UNAVAILABLE, path: '/expire$' });
    await deleteUser(user);
    await payHostedPage(product, sessionId);
    await product.resetControls();
    await expectCanceled(user);
    const { subscription } = await product.stripe.checkout.sessions.retrieve(sessionId);
    await eventually(async () => expect(await getRefunded(String(subscription))).toBe(4900));
    expect(await atProvider(String(subscription))).toBe('canceled');
  });

  it('needs no cancellation without a purchase', async () => {
    const user = await createUser(product);
    await deleteUser(user);
    await eventually(async () => {
      const [event] = await product.database.query<{ done: Date | null }>({
        text: `select done_at as done from outbox_events where topic = 'user.deleted' and payload ->> 'userId' = $1`,
        values: [user.id],
      });
      expect(event!.done).not.toBeNull();
    });
    expect(await findCancellation(user)).toBeUndefined();
  });

  describe('whose subscription cannot be canceled', () => {
    const callConsole = (path: string, method: string, headers: Record<string, string>) =>
      callApi<{ items?: FailedCancellation[] }>(
        product,
        headers,
        method,
        `admin/v1/subscription-cancellations${path}`,
      );
    const waitUntilFailed = (customer: Customer) =>
      eventually(async () => {
        product.clock.advance(20);
        expect(await findCancellation(customer)).toMatchObject({ status: 'failed' });
      });

    it('is shown to staff, who are notified by email and can retry the cancellation', async () => {
      const staff = await createUser(product, { role: 'support' });
      const customer = await customerWithRecurringSetup();
      await product.control('api-failures', { ...UNAVAILABLE, status: 401, method: 'DELETE' });
      await deleteUser(customer);
      await waitUntilFailed(customer);

      const listAlerts = async () =>
        (await product.emailsTo(product.settings.supportEmail)).filter(({ text }) =>
          text.includes(customer.id),
        );
      await eventually(async () => expect(await listAlerts()).toHaveLength(1));
      const [alert] = await listAlerts();
      expect(alert!.subject).toBe('A deleted account’s subscription couldn’t be canceled');
      expect(alert!.text).toContain('Reason: ');
      const { body } = await callConsole('', 'GET', staff.headers);
      expect(body.items).toEqual([
        expect.objectContaining({ userId: customer.id, reason: expect.stringMatching(/\w/) }),
      ]);
      expect(await (await fetch(`${product.url}/api/metrics`)).text()).toContain(
        'subscription_cancellations{status="failed"} 1',
      );

      await product.resetControls();
      expect((await callConsole(`/${customer.id}/replay`, 'POST', staff.headers)).status).toBe(202);
      await expectCanceled(customer);
      expect(await atProvider(customer.subscription)).toBe('canceled');
      expect((await callConsole('', 'GET', staff.headers)).body.items).toEqual([]);
      expect((await callConsole(`/${customer.id}/replay`, 'POST', staff.headers)).status).toBe(404);
      expect(await auditActionsFor(customer)).toEqual([
        'subscription_cancellation.failed',
        'subscription_cancellation.retried',
        'subscription_cancellation.completed',
      ]);
      // No alert that arrives after it was resolved.
      await product.database.transaction(() =>
        product.api.get(Outbox).emit(subscriptionCancellationFailed, { userId: customer.id }),
      );
      await handleEvents(product);
      expect(await listAlerts()).toHaveLength(1);
    });
  });
});
