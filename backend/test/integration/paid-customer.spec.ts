import type Stripe from 'stripe';
import { InvoicesPort } from '../../src/modules/billing/index.js';
import { eventually } from '../support/eventually.js';
import { openHostedPage, payHostedPage } from '../support/open-checkouts.js';
import {
  buildPurchase,
  bearer,
  openCheckout,
  payForCheckout,
  prepareCheckout,
  processPayment,
  signIn,
} from '../support/purchase.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { handleEvents } from '../support/subscribers.js';
import { createUser } from '../support/users.js';

/** A paid customer, with the payment emulator and a real database, queue and mail server. */
describe('a paid customer', () => {
  const product = useFixture(startPaymentFixture);

  beforeAll(() => Promise.all([product.startWorker(), product.startWorker()]));
  afterEach(() => product.resetControls());

  const welcomed = (email: string) =>
    eventually(async () => {
      const emails = await product.emailsTo(email);
      expect(emails).toHaveLength(1);
      return emails[0]!;
    });

  /** The clock advances meanwhile, to the next attempt. */
  const fullyProvisioned = (email: string) =>
    eventually(async () => {
      product.clock.advance(20);
      const [row] = await product.database.query<{
        id: string;
        provider: string | null;
        settled: Date | null;
      }>({
        text: `select s.id, s.provider_subscription_id as provider, s.recurring_setup_at as settled
               from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
        values: [email],
      });
      expect(row?.settled).toBeInstanceOf(Date);
      return row!;
    });

  /** The webhook was received and waits for the page. */
  const waitsForPage = (paymentIntentId: string) =>
    eventually(async () => {
      const [row] = await product.database.query<{ attempts: number }>({
        text: `select attempts from outbox_events where topic = 'payment.succeeded' and payload ->> 'paymentIntentId' = $1`,
        values: [paymentIntentId],
      });
      expect(row?.attempts).toBe(1);
    });

  // First, because every other customer would be renewed too.
  it('is renewed by the provider, and notified when a renewal fails', async () => {
    const purchase = buildPurchase();
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    const { provider } = await fullyProvisioned(purchase.email);
    await welcomed(purchase.email);
    const { token } = await signIn(product, purchase.email, purchase.password);
    const check = async () => (await product.callFunction('check-subscription', {}, bearer(token))).body;
    const firstEnd = new Date(String((await check()).current_period_end)).getTime();

    await product.control('clock', { advanceSeconds: 32 * 86_400 });
    await eventually(async () => {
      const end = new Date(String((await check()).current_period_end)).getTime();
      expect(end).toBeGreaterThan(firstEnd + 20 * 86_400_000);
    });

    const { customer } = await product.stripe.subscriptions.retrieve(provider!);
    const rejected = await product.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    });
    await product.stripe.subscriptions.update(provider!, { default_payment_method: rejected.id });
    const secondEnd = new Date(String((await check()).current_period_end)).getTime();
    const untilSecondEnd = Math.ceil((secondEnd - Date.now()) / 1000) - 32 * 86_400;
    // A day later: the provider tries again after three.
    await product.control('clock', { advanceSeconds: untilSecondEnd + 86_400 });
    await eventually(async () =>
      expect(await check()).toMatchObject({ status: 'past_due', subscription_tier: 'team' }),
    );
    // The welcome email, the receipt of the first renewal, and the email about the second one.
    await eventually(async () =>
      expect((await product.emailsTo(purchase.email)).map(({ subject }) => subject).sort()).toEqual([
        'Welcome to the product',
        'Your payment didn’t go through',
        'Your receipt from the product',
      ]),
    );
  });

  it('whose browser crashed after the charge has an account, can sign in, has the tier, and gets the welcome email', async () => {
    const purchase = buildPurchase();
    await payForCheckout(product, purchase);

    const session = await eventually(async () => {
      const signedIn = await signIn(product, purchase.email, purchase.password);
      expect(signedIn.status).toBe(200);
      return signedIn;
    });
    const check = await product.callFunction('check-subscription', {}, bearer(session.token));
    expect(check.body.subscription_tier).toBe('team');
    expect((await welcomed(purchase.email)).html).toContain('Team');
  });

  it('provisioned concurrently by page and webhook has one account, one invoice and one email', async () => {
    const purchase = buildPurchase();
    await product.control('webhook-failures', { kind: 'duplicate', copies: 3, count: 20 });
    await product.control('webhook-failures', { kind: 'reorder', count: 4 });
    const paid = await payForCheckout(product, purchase);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => processPayment(product, purchase, paid)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));

    const { provider } = await fullyProvisioned(purchase.email);
    await welcomed(purchase.email);
    const invoices = await product.stripe.invoices.list({ subscription: provider! });
    expect(invoices.data.map(({ status, amount_paid }) => ({ status, amount_paid }))).toEqual([
      { status: 'paid', amount_paid: 4900 },
    ]);
    const customers = await product.stripe.customers.list({ email: purchase.email });
    expect(customers.data).toHaveLength(1);
    const subscriptions = await product.stripe.subscriptions.list({
      customer: customers.data[0]!.id,
      status: 'all',
    });
    expect(subscriptions.data.map(({ status }) => status)).toEqual(['active']);
    await handleEvents(product);
    expect(await product.emailsTo(purchase.email)).toHaveLength(1);
  });

  it('is provisioned by a payment, not by a webhook, and once, however late another webhook arrives', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, opened);
    const receiveWebhook = async (id: string) => {
      const object = { id: opened.paymentIntentId, object: 'payment_intent', status: 'succeeded' };
      const event = { id, object: 'event', type: 'payment_intent.succeeded', data: { object } };
      const payload = JSON.stringify(event);
      const secret = product.settings.stripe.webhookSecret;
      const response = await fetch(`${product.url}/api/webhooks/stripe`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Stripe-Signature': product.stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
        body: payload,
      });
      expect(response.status).toBe(200);
      await handleEvents(product);
    };
    await receiveWebhook('evt_unpaid');
    expect((await signIn(product, purchase.email, purchase.password)).status).toBe(400);

    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    expect((await processPayment(product, purchase, opened)).status).toBe(200);
    const { id } = await fullyProvisioned(purchase.email);
    await receiveWebhook('evt_replayed');
    expect((await fullyProvisioned(purchase.email)).id).toBe(id);
    await handleEvents(product);
    expect(await product.emailsTo(purchase.email)).toHaveLength(1);
  });

  it('is charged once, for the whole first period', async () => {
    const purchase = buildPurchase({ planName: 'growth', amount: 99900 });
    const paid = await payForCheckout(product, purchase);
    await processPayment(product, purchase, paid);
    const { provider } = await fullyProvisioned(purchase.email);
    const subscription = await product.stripe.subscriptions.retrieve(provider!);
    const item = subscription.items.data[0]!;
    expect(item.price.lookup_key).toBe('growth_year');
    const charges = await product.stripe.charges.list({ customer: String(subscription.customer) });
    expect(charges.data.filter(({ status }) => status === 'succeeded').length).toBeLessThanOrEqual(1);
    expect((await product.stripe.paymentIntents.retrieve(paid.paymentIntentId)).amount_received).toBe(99900);
  });

  it('who was never prepared gets an account and a password link after the one-minute grace period', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    await waitsForPage(opened.paymentIntentId);
    expect(await product.emailsTo(purchase.email)).toHaveLength(0);

    product.clock.advance(61);

    const email = await welcomed(purchase.email);
    expect(email.text).toMatch(/\/auth\/confirm\?token=/);
  });

  it('without any email shows up in the support console', async () => {
    const opened = await openCheckout(product, buildPurchase());
    await payWithCard(product, opened.clientSecret, { name: '' });
    await waitsForPage(opened.paymentIntentId);
    product.clock.advance(61);
    await eventually(async () => {
      const rows = await product.database.query<{ status: string }>({
        text: 'select status from checkouts where payment_intent_id = $1',
        values: [opened.paymentIntentId],
      });
      expect(rows).toEqual([{ status: 'unclaimed' }]);
    });
  });

  it('who bought a plan twice gets a refund and an email', async () => {
    const purchase = buildPurchase();
    const late = await openCheckout(product, purchase);
    await payWithCard(product, late.clientSecret, { email: purchase.email });
    const first = await payForCheckout(product, purchase);
    expect((await processPayment(product, purchase, first)).status).toBe(200);
    await welcomed(purchase.email);

    product.clock.advance(61);

    await eventually(async () => {
      const intent = await product.stripe.paymentIntents.retrieve(late.paymentIntentId, {
        expand: ['latest_charge'],
      });
      expect((intent.latest_charge as Stripe.Charge).amount_refunded).toBe(4900);
    });
    await eventually(async () => expect(await product.emailsTo(purchase.email)).toHaveLength(2));
    const [row] = await product.database.query<{ count: number }>({
      text: `select count(*)::int from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [purchase.email],
    });
    expect(row!.count).toBe(1);
  });

  it('takes over an unconfirmed account with the same email', async () => {
    const purchase = buildPurchase();
    const squatter = 'squatters password';
    await fetch(`${product.url}/api/auth/v1/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: purchase.email, password: squatter }),
    });
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    expect((await signIn(product, purchase.email, squatter)).status).toBe(400);
    expect((await signIn(product, purchase.email, purchase.password)).status).toBe(200);
  });

  it('is set up at the provider exactly once, even if each call fails after it took effect', async () => {
    for (const path of ['/v1/customers$', '/attach$', '/v1/subscriptions$', '/attach_payment$'])
      await product.control('api-failures', {
        kind: 'error',
        when: 'after',
        remember: true,
        final: true,
        method: 'POST',
        path,
      });
    const purchase = buildPurchase();
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    const { provider } = await fullyProvisioned(purchase.email);
    const controls = await (await fetch(`${product.payments.url}/controls`)).json();
    expect(controls).toMatchObject({ apiFailures: [] });
    const customers = await product.stripe.customers.list({ email: purchase.email });
    expect(customers.data).toHaveLength(1);
    const subscriptions = await product.stripe.subscriptions.list({
      customer: customers.data[0]!.id,
      status: 'all',
    });
    expect(subscriptions.data.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: provider, status: 'active' },
    ]);
  });

  it('whose webhook never arrives is found by reconciliation', async () => {
    const purchase = buildPurchase();
    await product.control('webhook-failures', { kind: 'drop', count: 50 });
    await payForCheckout(product, purchase);
    product.clock.advance(200);
    await welcomed(purchase.email);
    expect((await signIn(product, purchase.email, purchase.password)).status).toBe(200);
  });

  it('loses the plan when the payment is fully refunded', async () => {
    const purchase = buildPurchase();
    const paid = await payForCheckout(product, purchase);
    await processPayment(product, purchase, paid);
    await fullyProvisioned(purchase.email);
    await product.stripe.refunds.create({ payment_intent: paid.paymentIntentId });
    const { token } = await signIn(product, purchase.email, purchase.password);
    await eventually(async () => {
      const check = await product.callFunction('check-subscription', {}, bearer(token));
      expect(check.body).toMatchObject({ subscription_tier: 'free', status: 'refunded' });
    });
  });

  it('who paid on the hosted page loses the plan too when the payment is fully refunded', async () => {
    const user = await createUser(product);
    const session_id = await openHostedPage(product, user);
    await payHostedPage(product, session_id);
    const check = () => product.callFunction('check-subscription', { session_id }, user.headers);
    expect(await check()).toMatchObject({ status: 200, body: { subscription_tier: 'team' } });
    const { subscription } = await product.stripe.checkout.sessions.retrieve(session_id);
    const invoices = product.api.get(InvoicesPort);
    const payment_intent = (await invoices.findFirstIntentId(String(subscription)))!;

    await product.stripe.refunds.create({ payment_intent });

    await eventually(async () =>
      expect(await check()).toMatchObject({ status: 409, body: { details: { status: 'refunded' } } }),
    );
    expect((await product.stripe.subscriptions.retrieve(String(subscription))).status).toBe('canceled');
  });

  it('whose delayed payment on the hosted page failed can start over', async () => {
    const user = await createUser(product);
    const open = async () => {
      return openHostedPage(product, user);
    };
    const failed = await open();

    await product.control(`checkout-sessions/${failed}/fail-payment`, {});

    await eventually(async () => {
      const checkouts = await product.database.query({
        text: 'select status from checkouts where hosted_session_id = $1',
        values: [failed],
      });
      expect(checkouts).toEqual([{ status: 'canceled' }]);
    });
    expect(await open()).not.toBe(failed);
  });
});
