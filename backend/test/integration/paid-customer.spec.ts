import Stripe from 'stripe';
import { eventually } from '../support/eventually.js';
import { aPurchase, bearer, openCheckout, pay, process, signIn } from '../support/purchase.js';
import {
  payWithCard,
  quietly,
  startPaymentFixture,
  type PaymentFixture,
} from '../support/payment-fixture.js';

/** What must hold for a paid customer, with a real provider's emulator, database, queue and mail server. */
describe('a paid customer', () => {
  let shop: PaymentFixture;
  let stripe: Stripe;

  beforeAll(async () => {
    shop = await startPaymentFixture();
    await Promise.all([shop.startWorker(), shop.startWorker()]);
    const { hostname, port } = new URL(shop.payments.url);
    stripe = new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http' });
  });
  afterAll(() => shop?.stop());
  afterEach(() => fetch(`${shop.payments.url}/controls`, { method: 'DELETE' }));

  const welcomed = (email: string) =>
    eventually(async () => {
      const emails = await shop.emailsTo(email);
      expect(emails).toHaveLength(1);
      return emails[0]!;
    });

  const settled = (email: string) =>
    eventually(async () => {
      const [row] = await shop.database.query<{ id: string; provider: string | null; settled: Date | null }>({
        text: `select s.id, s.provider_subscription_id as provider, s.recurring_setup_at as settled
               from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
        values: [email],
      });
      expect(row?.settled).toBeInstanceOf(Date);
      return row!;
    });

  /** The webhook has come and waits for the page. */
  const waitsForPage = (paymentIntentId: string) =>
    eventually(async () => {
      const [row] = await shop.database.query<{ attempts: number }>({
        text: `select attempts from outbox_events where topic = 'payment.succeeded' and payload ->> 'paymentIntentId' = $1`,
        values: [paymentIntentId],
      });
      expect(row?.attempts).toBe(1);
    });

  it('whose browser died right after the charge has an account, can sign in, has the tier, and is welcomed', async () => {
    const purchase = aPurchase();
    await pay(shop, purchase);

    const session = await eventually(async () => {
      const signedIn = await signIn(shop, purchase.email, purchase.password);
      expect(signedIn.status).toBe(200);
      return signedIn;
    });
    const check = await shop.call('check-subscription', {}, bearer(session.token));
    expect(check.body.subscription_tier).toBe('team');
    expect((await welcomed(purchase.email)).html).toContain('Team');
  });

  it('brought by page and webhook at once, many times over, has one account, one invoice and one email', async () => {
    const purchase = aPurchase();
    await shop.control('webhook-faults', { kind: 'duplicate', copies: 3, count: 20 });
    const paid = await pay(shop, purchase);
    const responses = await Promise.all(Array.from({ length: 20 }, () => process(shop, purchase, paid)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));

    const { provider } = await settled(purchase.email);
    await welcomed(purchase.email);
    const invoices = await stripe.invoices.list({ subscription: provider! });
    expect(invoices.data.map(({ status, amount_paid }) => ({ status, amount_paid }))).toEqual([
      { status: 'paid', amount_paid: 4900 },
    ]);
    const customers = await stripe.customers.list({ email: purchase.email });
    expect(customers.data).toHaveLength(1);
    const subscriptions = await stripe.subscriptions.list({ customer: customers.data[0]!.id, status: 'all' });
    expect(subscriptions.data.map(({ status }) => status)).toEqual(['active']);
    await quietly(async () => expect(await shop.emailsTo(purchase.email)).toHaveLength(1), 1500);
  });

  it('is charged once, for the whole of the first period', async () => {
    const purchase = aPurchase({ planName: 'growth', amount: 99900 });
    const paid = await pay(shop, purchase);
    await process(shop, purchase, paid);
    const { provider } = await settled(purchase.email);
    const subscription = await stripe.subscriptions.retrieve(provider!);
    const item = subscription.items.data[0]!;
    expect(item.price.lookup_key).toBe('growth_year');
    const charges = await stripe.charges.list({ customer: String(subscription.customer) });
    expect(charges.data.filter(({ status }) => status === 'succeeded').length).toBeLessThanOrEqual(1);
    expect((await stripe.paymentIntents.retrieve(paid.paymentIntentId)).amount_received).toBe(99900);
  });

  it('who was never prepared waits a minute for the page, then gets account and a link to set a password', async () => {
    const purchase = aPurchase();
    const opened = await openCheckout(shop, purchase);
    await payWithCard(shop, opened.clientSecret, { email: purchase.email });
    await waitsForPage(opened.paymentIntentId);
    expect(await shop.emailsTo(purchase.email)).toHaveLength(0);

    shop.clock.advance(61);

    const mail = await welcomed(purchase.email);
    expect(mail.text).toMatch(/\/auth\/confirm\?token=/);
  });

  it('without any address is shown to support, not lost', async () => {
    const opened = await openCheckout(shop, aPurchase());
    await payWithCard(shop, opened.clientSecret, { name: '' });
    await waitsForPage(opened.paymentIntentId);
    shop.clock.advance(61);
    await eventually(async () => {
      const rows = await shop.database.query<{ status: string }>({
        text: 'select status from checkouts where payment_intent_id = $1',
        values: [opened.paymentIntentId],
      });
      expect(rows).toEqual([{ status: 'unclaimed' }]);
    });
  });

  it('who had a plan already, bought meanwhile elsewhere, gets his money back and is told', async () => {
    const purchase = aPurchase();
    const late = await openCheckout(shop, purchase);
    await payWithCard(shop, late.clientSecret, { email: purchase.email });
    const first = await pay(shop, purchase);
    expect((await process(shop, purchase, first)).status).toBe(200);
    await welcomed(purchase.email);

    shop.clock.advance(61);

    await eventually(async () => {
      const intent = await stripe.paymentIntents.retrieve(late.paymentIntentId, {
        expand: ['latest_charge'],
      });
      expect((intent.latest_charge as Stripe.Charge).amount_refunded).toBe(4900);
    });
    await eventually(async () => expect(await shop.emailsTo(purchase.email)).toHaveLength(2));
    const [row] = await shop.database.query<{ count: number }>({
      text: `select count(*)::int from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [purchase.email],
    });
    expect(row!.count).toBe(1);
  });

  it('takes over an address that someone else signed up with but never proved', async () => {
    const purchase = aPurchase();
    const squatter = 'squatters password';
    await fetch(`${shop.url}/api/auth/v1/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: purchase.email, password: squatter }),
    });
    await process(shop, purchase, await pay(shop, purchase));
    expect((await signIn(shop, purchase.email, squatter)).status).toBe(400);
    expect((await signIn(shop, purchase.email, purchase.password)).status).toBe(200);
  });

  it('is set up at the provider in the end, whichever call fails on the way, and never twice', async () => {
    const calls = [
      ['POST', '/v1/customers$'],
      ['POST', '/attach$'],
      ['POST', '/v1/subscriptions$'],
      ['POST', '/attach_payment$'],
    ] as const;
    for (const [method, path] of calls) {
      for (const fault of [
        { kind: 'error', count: 2 },
        { kind: 'error', when: 'after', remember: true, count: 1 },
      ]) {
        await shop.control('api-faults', { method, path, ...fault });
        const purchase = aPurchase();
        await process(shop, purchase, await pay(shop, purchase));
        const { provider } = await settled(purchase.email);
        const customers = await stripe.customers.list({ email: purchase.email });
        expect(customers.data).toHaveLength(1);
        const subscriptions = await stripe.subscriptions.list({
          customer: customers.data[0]!.id,
          status: 'all',
        });
        expect(subscriptions.data.map(({ id, status }) => ({ id, status }))).toEqual([
          { id: provider, status: 'active' },
        ]);
        await fetch(`${shop.payments.url}/controls`, { method: 'DELETE' });
      }
    }
  });

  it('whose webhook never comes is found by asking the provider', async () => {
    const purchase = aPurchase();
    await shop.control('webhook-faults', { kind: 'drop', count: 50 });
    await pay(shop, purchase);
    shop.clock.advance(200);
    await welcomed(purchase.email);
    expect((await signIn(shop, purchase.email, purchase.password)).status).toBe(200);
  });

  it('loses the plan when the whole payment is refunded', async () => {
    const purchase = aPurchase();
    const paid = await pay(shop, purchase);
    await process(shop, purchase, paid);
    await settled(purchase.email);
    await stripe.refunds.create({ payment_intent: paid.paymentIntentId });
    const { token } = await signIn(shop, purchase.email, purchase.password);
    await eventually(async () => {
      const check = await shop.call('check-subscription', {}, bearer(token));
      expect(check.body).toMatchObject({ subscription_tier: 'free', status: 'refunded' });
    });
  });

  it('is renewed with the provider, and told when a renewal fails', async () => {
    const purchase = aPurchase();
    await process(shop, purchase, await pay(shop, purchase));
    const { provider } = await settled(purchase.email);
    await welcomed(purchase.email);
    const { token } = await signIn(shop, purchase.email, purchase.password);
    const check = async () => (await shop.call('check-subscription', {}, bearer(token))).body;
    const firstEnd = new Date(String((await check()).current_period_end)).getTime();

    await shop.control('clock', { advanceSeconds: 32 * 86_400 });
    await eventually(async () => {
      const end = new Date(String((await check()).current_period_end)).getTime();
      expect(end).toBeGreaterThan(firstEnd + 20 * 86_400_000);
    });

    const { customer } = await stripe.subscriptions.retrieve(provider!);
    const rejected = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    });
    await stripe.subscriptions.update(provider!, { default_payment_method: rejected.id });
    await shop.control('clock', { advanceSeconds: 32 * 86_400 });
    await eventually(async () =>
      expect(await check()).toMatchObject({ status: 'past_due', subscription_tier: 'team' }),
    );
    await eventually(async () => expect(await shop.emailsTo(purchase.email)).toHaveLength(2));
  });
});
