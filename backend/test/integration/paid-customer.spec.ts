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

  it('provisioned concurrently by page and webhook has one account, one charge for the first period, and one email', async () => {
    const purchase = buildPurchase({ planName: 'growth', amount: 99_900 });
    await product.control('webhook-failures', { kind: 'duplicate', copies: 3, count: 20 });
    await product.control('webhook-failures', { kind: 'reorder', count: 4 });
    const paid = await payForCheckout(product, purchase);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => processPayment(product, purchase, paid)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body)))).toHaveProperty('size', 1);

    const { provider } = await fullyProvisioned(purchase.email);
    await welcomed(purchase.email);
    const rows = await product.database.query({
      text: 'select 1 from users u join subscriptions s on s.user_id = u.id where u.email_normalized = $1',
      values: [purchase.email],
    });
    expect(rows).toHaveLength(1);
    const invoices = await product.stripe.invoices.list({ subscription: provider! });
    expect(invoices.data.map(({ status, amount_paid }) => ({ status, amount_paid }))).toEqual([
      { status: 'paid', amount_paid: 99_900 },
    ]);
    const customers = await product.stripe.customers.list({ email: purchase.email });
    expect(customers.data).toHaveLength(1);
    const customer = customers.data[0]!.id;
    const subscriptions = await product.stripe.subscriptions.list({ customer, status: 'all' });
    expect(subscriptions.data.map(({ status, items }) => [status, items.data[0]!.price.lookup_key])).toEqual([
      ['active', 'growth_year'],
    ]);
    const charges = await product.stripe.charges.list({ customer });
    expect(charges.data.filter(({ status }) => status === 'succeeded').length).toBeLessThanOrEqual(1);
    expect((await product.stripe.paymentIntents.retrieve(paid.paymentIntentId)).amount_received).toBe(99_900);
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

  it('who was never prepared gets an account and a password link after the one-minute grace period, or is unclaimed without an email', async () => {
    const purchase = buildPurchase();
    const opened = await openCheckout(product, purchase);
    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    const unnamed = await openCheckout(product, buildPurchase());
    await payWithCard(product, unnamed.clientSecret, { name: '' });
    await waitsForPage(opened.paymentIntentId);
    await waitsForPage(unnamed.paymentIntentId);
    expect(await product.emailsTo(purchase.email)).toHaveLength(0);

    product.clock.advance(61);

    const email = await welcomed(purchase.email);
    expect(email.text).toMatch(/\/auth\/confirm\?token=/);
    await eventually(async () => {
      const rows = await product.database.query<{ status: string }>({
        text: 'select status from checkouts where payment_intent_id = $1',
        values: [unnamed.paymentIntentId],
      });
      expect(rows).toEqual([{ status: 'unclaimed' }]);
    });
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

  it('who paid on the hosted page loses the plan when the payment is fully refunded', async () => {
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
    const failed = await openHostedPage(product, user);

    await product.control(`checkout-sessions/${failed}/fail-payment`, {});

    await eventually(async () => {
      const checkouts = await product.database.query({
        text: 'select status from checkouts where hosted_session_id = $1',
        values: [failed],
      });
      expect(checkouts).toEqual([{ status: 'canceled' }]);
    });
    expect(await openHostedPage(product, user)).not.toBe(failed);
  });
});
