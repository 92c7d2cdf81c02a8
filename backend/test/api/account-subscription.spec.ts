import { formatAmount } from '@subscription-site/shared/amounts';
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type {
  AccountSubscriptionResponse,
  BillingDetails,
  InvoiceList,
  ItemList,
  PaymentMethodList,
  StaffCustomer,
  StaffCustomerSummary,
  SubscriptionQuote,
} from '@subscription-site/shared/contracts';
import { GuaranteeRefundsRepository } from '../../src/modules/subscriptions/refunds/guarantee-refunds.repository.js';
import { Entitlements } from '../../src/modules/subscriptions/index.js';
import { subscriptionChangeDue } from '../../src/modules/subscriptions/events.js';
import { Database } from '../../src/platform/database/database.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { stripeClientFor } from '../support/open-checkouts.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { bearer, signIn } from '../support/purchase.js';
import {
  authenticate,
  callApi,
  changeCard,
  confirmCard,
  createSubscriber,
  settle,
  soon,
  latestPaymentOf,
  liveThrough,
  type ApiRequest,
  type Subscriber,
} from '../support/subscribers.js';
import { createUser } from '../support/users.js';

const DECLINED = '4000000000000341';
const AUTHENTICATION_REQUIRED = '4000002760003184';
const PROCESSING = '4000009900000004';
/** Its refunds succeed and fail later. */
const RETURNED_REFUND = '4000000000005126';
const DISPUTED = '4000000000000259';
const LIKELY_FRAUD = '4000000000005423';
const PASSWORD = 'correct horse';

type StaffCustomerList = ItemList<StaffCustomerSummary>;

/** What customers and staff can do with a subscription, from the request to the provider and the email. */
describe('the subscription of an account', () => {
  let product: PaymentFixture;
  let stripe: Stripe;

  beforeAll(async () => {
    product = await startPaymentFixture();
    await product.startWorker();
    stripe = stripeClientFor(product);
  });
  afterAll(() => product?.stop());
  afterEach(() => fetch(`${product.payments.url}/controls`, { method: 'DELETE' }));

  const call = <Body = Record<string, unknown>>(...request: ApiRequest) => callApi<Body>(product, ...request);
  const subscribe = async (): Promise<Subscriber & { headers: Record<string, string> }> => {
    const subscriber = await createSubscriber(product);
    return { ...subscriber, headers: await sessionOf(subscriber) };
  };
  /** The clock is advanced past the end of earlier sessions. */
  const sessionOf = async ({ email }: Subscriber) => bearer((await signIn(product, email, PASSWORD)).token);
  const view = async (headers: Record<string, string>) =>
    (await call<AccountSubscriptionResponse>(headers, 'GET', 'account/v1/subscription')).body.subscription!;
  const atProvider = (providerId: string) => stripe.subscriptions.retrieve(providerId);
  const subjects = async ({ email }: Subscriber) =>
    (await product.emailsTo(email)).map(({ subject }) => subject);
  const receives = (subscriber: Subscriber, subject: string) =>
    soon(product, async () =>
      expect((await subjects(subscriber)).filter((found) => found === subject)).toEqual([subject]),
    );
  const quote = async (headers: Record<string, string>, plan: string, interval: string) =>
    (await call<SubscriptionQuote>(headers, 'POST', 'account/v1/subscription/quotes', { plan, interval }))
      .body;
  const confirm = (headers: Record<string, string>, quoteId: string) =>
    call(headers, 'POST', 'account/v1/subscription/changes', { quoteId });

  it('shows plan, next charge, card and guarantee', async () => {
    const { headers } = await subscribe();
    await soon(product, async () =>
      expect((await view(headers)).paymentMethod).toMatchObject({ last4: '4242' }),
    );
    const subscription = await view(headers);
    expect(subscription).toMatchObject({
      plan: 'team',
      interval: 'month',
      status: 'active',
      amountCents: 4900,
      currency: 'usd',
      cancelAt: null,
      endedAt: null,
      userLimit: 3,
      nextCharge: { at: subscription.currentPeriodEnd, amountCents: 4900 },
      pendingChange: null,
      pastDue: null,
    });
    expect(Date.parse(subscription.refundableUntil!)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const newUser = await createUser(product);
    expect((await call(newUser.headers, 'GET', 'account/v1/subscription')).body).toMatchObject({
      subscription: null,
      trial: { status: 'trialing' },
    });
    expect((await call({}, 'GET', 'account/v1/subscription')).status).toBe(401);
  });

  it('has billing details, which reach the payment provider', async () => {
    const { headers, providerId } = await subscribe();
    const path = 'account/v1/billing-details';
    const unsaved = await call<BillingDetails>(headers, 'GET', path);
    expect(unsaved.body).toMatchObject({ address: null, company: null, taxId: null, invoiceEmail: null });
    const details = {
      name: 'Ada Lovelace',
      company: 'Analytical Engines GmbH',
      address: { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' },
      taxId: 'de 136.695.976',
      invoiceEmail: 'accounting@engines.example.com',
    };
    const rejected = { ...details, name: 'http://evil.example', invoiceEmail: 'no address' };
    const invalid = [
      [{ ...rejected, address: { ...details.address, country: 'XX', city: ' ' } }, 'name address.country'],
      [{ ...details, taxId: 'DE136695978' }, 'taxId'],
      [{ name: 'Ada' }, 'address'],
    ] as const;
    for (const [body, fields] of invalid) {
      const { status, body: error } = await call<{ details: { fields: { field: string }[] } }>(
        headers,
        'PUT',
        path,
        body,
      );
      expect(status).toBe(422);
      expect(error.details.fields.map(({ field }) => field)).toEqual(
        expect.arrayContaining(fields.split(' ')),
      );
    }
    const saved = {
      ...details,
      address: { ...details.address, line2: null, state: null },
      taxId: 'DE136695976',
    };
    expect(await call(headers, 'PUT', path, details)).toEqual({ status: 200, body: saved });
    expect((await call(headers, 'GET', path)).body).toEqual(saved);
    const { customer } = await atProvider(providerId);
    await soon(product, async () =>
      expect(await stripe.customers.retrieve(String(customer))).toMatchObject({
        name: details.company,
        address: { line1: details.address.line1, city: 'Berlin', postal_code: '10117', country: 'DE' },
        metadata: { tax_id: 'DE136695976' },
      }),
    );
    const stranger = await createUser(product);
    expect((await call(stranger.headers, 'GET', path)).body).toMatchObject({ address: null });
    expect((await call({}, 'GET', path)).status).toBe(401);
  });

  it('is canceled at the end of the period, resumed, and canceled for good', async () => {
    const subscriber = await subscribe();
    const { headers, providerId } = subscriber;
    const { currentPeriodEnd } = await view(headers);
    const cancellation = 'account/v1/subscription/cancellation';
    const canceled = await call(headers, 'POST', cancellation);
    expect(canceled).toEqual({ status: 200, body: { cancelAt: currentPeriodEnd } });
    expect(await view(headers)).toMatchObject({ cancelAt: currentPeriodEnd, nextCharge: null });
    await soon(product, async () => expect((await atProvider(providerId)).cancel_at_period_end).toBe(true));
    await receives(subscriber, 'Your plan was canceled');

    expect((await call(headers, 'DELETE', cancellation)).status).toBe(204);
    await soon(product, async () => expect((await atProvider(providerId)).cancel_at_period_end).toBe(false));
    await receives(subscriber, 'Your plan will continue');

    for (let press = 0; press < 2; press += 1)
      expect((await call(headers, 'POST', cancellation)).status).toBe(200);
    const feedback = { reason: 'too_expensive', comment: 'A bit much.' };
    expect((await call(headers, 'PUT', `${cancellation}/feedback`, feedback)).status).toBe(204);
    expect((await call(headers, 'PUT', `${cancellation}/feedback`, { reason: 'other!' })).status).toBe(422);
    await soon(product, async () => expect((await atProvider(providerId)).cancel_at_period_end).toBe(true));
    await liveThrough(product, 32);
    await soon(product, async () =>
      expect(await product.api.get(Entitlements, { strict: false }).of(subscriber.userId)).toMatchObject({
        tier: 'free',
        status: 'canceled',
      }),
    );
    await receives(subscriber, 'Your plan has ended');
    expect((await call(await sessionOf(subscriber), 'POST', cancellation)).body).toMatchObject({
      code: 'no_subscription',
    });
  });

  it('follows the last decision, however often it changes', async () => {
    const { headers, providerId, subscriptionId } = await subscribe();
    for (let round = 0; round < 4; round += 1) {
      await call(headers, 'POST', 'account/v1/subscription/cancellation');
      await call(headers, 'DELETE', 'account/v1/subscription/cancellation');
    }
    await call(headers, 'POST', 'account/v1/subscription/cancellation');
    await soon(product, async () => {
      const open = await product.database.query({
        text: `select 1 from outbox_events where topic = 'subscription_change.due' and done_at is null`,
      });
      expect(open).toEqual([]);
    });
    expect((await atProvider(providerId)).cancel_at_period_end).toBe(true);
    const changes = await product.database.query<{ status: string }>({
      text: 'select status from subscription_changes where subscription_id = $1 order by created_at, id',
      values: [subscriptionId],
    });
    expect(changes).toHaveLength(9);
    expect(changes.at(-1)).toEqual({ status: 'applied' });
  });

  it('is upgraded for exactly the quoted amount, and charged once', async () => {
    const subscriber = await subscribe();
    const { headers, providerId } = subscriber;
    await liveThrough(product, 10);
    const session = await sessionOf(subscriber);
    const quoted = await quote(session, 'growth', 'month');
    expect(quoted.dueNowCents).toBe(quoted.subtotalCents - quoted.creditCents);
    expect(quoted.dueNowCents).toBeGreaterThan(0);
    expect((await confirm(headers, quoted.id)).status).toBe(401);

    const confirmed = await Promise.all([confirm(session, quoted.id), confirm(session, quoted.id)]);
    for (const { status } of confirmed) expect([200, 409, 503]).toContain(status);
    expect(await confirm(session, quoted.id)).toMatchObject({ status: 200, body: { status: 'applied' } });

    expect(await view(session)).toMatchObject({ plan: 'growth', amountCents: 9900, userLimit: 10 });
    const invoices = await stripe.invoices.list({ subscription: providerId });
    expect(invoices.data.map(({ amount_paid }) => amount_paid)).toEqual([quoted.dueNowCents, 4900]);
    await receives(subscriber, 'Your plan has changed');
    await receives(subscriber, 'Your receipt from the product');
    expect(
      (await call(session, 'POST', 'account/v1/subscription/quotes', { plan: 'growth', interval: 'month' }))
        .body,
    ).toMatchObject({ code: 'change_not_possible', details: { reason: 'no_change' } });
  });

  it('starts a new period when the interval becomes longer', async () => {
    const subscriber = await subscribe();
    await liveThrough(product, 10);
    const session = await sessionOf(subscriber);
    const quoted = await quote(session, 'team', 'year');
    expect(await confirm(session, quoted.id)).toMatchObject({ status: 200, body: { status: 'applied' } });
    const [invoice] = (await stripe.invoices.list({ subscription: subscriber.providerId })).data;
    expect(invoice!.amount_paid).toBe(quoted.dueNowCents);
    const { interval, currentPeriodEnd } = await view(session);
    expect(interval).toBe('year');
    expect(Date.parse(currentPeriodEnd)).toBeGreaterThan(product.clock.now().getTime() + 364 * 86_400_000);
  });

  it('keeps plan, price and access when the card is declined', async () => {
    const subscriber = await subscribe();
    const { headers, providerId } = subscriber;
    await changeCard(product, providerId, DECLINED);
    const quoted = await quote(headers, 'growth', 'month');
    expect(await confirm(headers, quoted.id)).toMatchObject({
      status: 402,
      body: { code: 'payment_declined' },
    });
    expect(await view(headers)).toMatchObject({ plan: 'team', status: 'active', amountCents: 4900 });
    const current = await atProvider(providerId);
    expect(current).toMatchObject({ status: 'active', pending_update: null });
    expect((await stripe.invoices.list({ subscription: providerId, status: 'open' })).data).toEqual([]);
  });

  it('asks for confirmation by the bank, and keeps the plan if that is abandoned', async () => {
    const subscriber = await subscribe();
    const { headers, providerId } = subscriber;
    await changeCard(product, providerId, AUTHENTICATION_REQUIRED);
    const quoted = await quote(headers, 'growth', 'month');
    const confirmed = await confirm(headers, quoted.id);
    expect(confirmed).toMatchObject({
      status: 200,
      body: { status: 'requires_action', clientSecret: expect.stringContaining('_secret_') as string },
    });
    expect(await view(headers)).toMatchObject({ plan: 'team', status: 'active' });
    await settle(product);
    const planChange = { plan: 'growth', interval: 'month' };
    const invoice = await soon(product, async () => {
      const [latest] = (await call<InvoiceList>(headers, 'GET', 'account/v1/invoices')).body.items;
      expect(latest).toMatchObject({ status: 'open', payable: false, planChange });
      return latest;
    });
    expect((await call(headers, 'POST', `account/v1/invoices/${invoice!.id}/pay`)).body).toMatchObject({
      code: 'invoice_not_open',
      details: { reason: 'plan_change' },
    });
    await liveThrough(product, 2);
    await receives(subscriber, "Your plan wasn't changed");
    expect(await view(await sessionOf(subscriber))).toMatchObject({ plan: 'team', status: 'active' });
    expect((await atProvider(providerId)).pending_update).toBeNull();
  });

  describe('after an upgrade whose payment was abandoned', () => {
    /** Leaves the page while the bank asks for confirmation. Returns the client secret. */
    const abandonUpgrade = async ({ headers, providerId }: Awaited<ReturnType<typeof subscribe>>) => {
      await changeCard(product, providerId, AUTHENTICATION_REQUIRED);
      const { body } = await confirm(headers, (await quote(headers, 'growth', 'month')).id);
      expect(body).toMatchObject({ status: 'requires_action' });
      return String(body.clientSecret);
    };
    const expectNotPayable = async (clientSecret: string) => {
      await authenticate(product, clientSecret, 'succeeded');
      const { status } = await stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0]!);
      expect(status).toBe('canceled');
    };
    const invoicesOf = async (providerId: string) =>
      (await stripe.invoices.list({ subscription: providerId })).data.map(({ status, amount_due }) => [
        status,
        amount_due,
      ]);
    const changesOf = async ({ subscriptionId }: Subscriber) =>
      product.database.query<{ kind: string; status: string }>({
        text: 'select kind, status from subscription_changes where subscription_id = $1 order by created_at, id',
        values: [subscriptionId],
      });

    it.each([
      ['another one', 'year', 0],
      ['the same one twelve hours later', 'month', 0.5],
    ] as const)('%s is charged exactly as quoted', async (_, interval, days) => {
      const subscriber = await subscribe();
      const { providerId } = subscriber;
      const abandoned = await abandonUpgrade(subscriber);
      await liveThrough(product, days);
      const headers = await sessionOf(subscriber);
      const quoted = await quote(headers, 'growth', interval);
      const { body } = await confirm(headers, quoted.id);
      expect(body).toMatchObject({ status: 'requires_action' });
      expect(body.clientSecret).not.toBe(abandoned);
      await expectNotPayable(abandoned);
      await settle(product);
      await authenticate(product, String(body.clientSecret), 'succeeded');
      await soon(product, async () =>
        expect(await view(headers)).toMatchObject({ plan: 'growth', interval }),
      );
      expect(await invoicesOf(providerId)).toEqual([
        ['paid', quoted.dueNowCents],
        ['void', 5000],
        ['paid', 4900],
      ]);
      await receives(subscriber, 'Your plan has changed');
      await receives(subscriber, 'Your receipt from the product');
      expect(await subjects(subscriber)).toHaveLength(3);
    });

    it('another one is not charged if the abandoned one is paid in the meantime, which is then applied', async () => {
      const subscriber = await subscribe();
      const { headers, providerId } = subscriber;
      const abandoned = await abandonUpgrade(subscriber);
      const quoted = await quote(headers, 'growth', 'year');
      await product.control('webhook-failures', { kind: 'drop', count: 100 });
      await authenticate(product, abandoned, 'succeeded');
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(await confirm(headers, quoted.id)).toMatchObject({
          status: 409,
          body: { code: 'quote_changed' },
        });
      expect(await invoicesOf(providerId)).toEqual([
        ['paid', 5000],
        ['paid', 4900],
      ]);
      expect(await view(headers)).toMatchObject({ plan: 'growth', interval: 'month' });
      expect((await changesOf(subscriber)).map(({ status }) => status)).toEqual(['applied', 'failed']);
      await receives(subscriber, 'Your plan has changed');
      expect(await subjects(subscriber)).not.toContain("Your plan wasn't changed");
    });

    it('canceling, resuming and a refund leave nothing to pay', async () => {
      const cancellation = 'account/v1/subscription/cancellation';
      const canceled = await subscribe();
      const resumed = await subscribe();
      const refunded = await subscribe();
      const all = [canceled, resumed, refunded];
      const secrets = await Promise.all(all.map(abandonUpgrade));
      await product.database.query({ text: 'delete from guarantee_refunds' });
      for (const { headers } of [canceled, resumed]) await call(headers, 'POST', cancellation);
      await call(resumed.headers, 'DELETE', cancellation);
      expect((await call(refunded.headers, 'POST', 'account/v1/subscription/refund')).status).toBe(200);
      await settle(product);
      for (const secret of secrets) await expectNotPayable(secret);
      for (const { providerId } of all) {
        expect((await atProvider(providerId)).pending_update).toBeNull();
        expect(await invoicesOf(providerId)).toEqual([
          ['void', 5000],
          ['paid', 4900],
        ]);
      }
      expect((await atProvider(canceled.providerId)).cancel_at_period_end).toBe(true);
      expect((await atProvider(resumed.providerId)).cancel_at_period_end).toBe(false);
      expect(await view(refunded.headers)).toMatchObject({ status: 'refunded' });
      expect(await subjects(refunded)).toEqual(['Your refund is on its way', 'Welcome to the product']);
      await product.database.query({ text: 'delete from guarantee_refunds' });
    });

    it('a payment that is completed after it was recorded as failed is applied', async () => {
      const subscriber = await subscribe();
      const { headers, subscriptionId } = subscriber;
      const abandoned = await abandonUpgrade(subscriber);
      await product.database.query({
        text: `update subscription_changes set status = 'failed', last_error = 'provider_rejected' where subscription_id = $1`,
        values: [subscriptionId],
      });
      await authenticate(product, abandoned, 'succeeded');
      await soon(product, async () => expect(await view(headers)).toMatchObject({ plan: 'growth' }));
      expect(await changesOf(subscriber)).toEqual([{ kind: 'upgrade', status: 'applied' }]);
      await receives(subscriber, 'Your plan has changed');
      await receives(subscriber, 'Your receipt from the product');
      expect(await subjects(subscriber)).not.toContain("Your plan wasn't changed");
    });
  });

  it('rejects a quote that is too old, unknown or of another account', async () => {
    const subscriber = await subscribe();
    const quoted = await quote(subscriber.headers, 'growth', 'month');
    const other = await subscribe();
    expect((await confirm(other.headers, quoted.id)).status).toBe(404);
    product.clock.advance(16 * 60);
    expect((await confirm(await sessionOf(subscriber), quoted.id)).body).toMatchObject({
      code: 'quote_expired',
    });
  });

  it('is downgraded at the end of the period, which can be undone', async () => {
    const subscriber = await subscribe();
    const { headers, providerId } = subscriber;
    await confirm(headers, (await quote(headers, 'growth', 'month')).id);
    const down = await quote(headers, 'team', 'month');
    expect(down).toMatchObject({ dueNowCents: 0, lines: [] });
    expect((await confirm(headers, down.id)).body).toEqual({ status: 'scheduled' });
    expect((await view(headers)).pendingChange).toMatchObject({ plan: 'team', interval: 'month' });
    await receives(subscriber, 'Your plan change is scheduled');
    expect((await call(headers, 'DELETE', 'account/v1/subscription/changes/pending')).status).toBe(204);
    await soon(product, async () => expect((await atProvider(providerId)).schedule).toBeNull());
    expect((await view(headers)).pendingChange).toBeNull();

    await confirm(headers, (await quote(headers, 'team', 'month')).id);
    const isScheduled = () =>
      soon(product, async () => {
        const { schedule } = await atProvider(providerId);
        // The second phase is added by a separate call.
        expect((await stripe.subscriptionSchedules.retrieve(String(schedule))).phases).toHaveLength(2);
      });
    await isScheduled();

    // Canceling drops the change, and resuming restores it.
    const cancellation = 'account/v1/subscription/cancellation';
    await call(headers, 'POST', cancellation);
    expect(await view(headers)).toMatchObject({ pendingChange: null });
    await soon(product, async () => expect((await atProvider(providerId)).schedule).toBeNull());
    await call(headers, 'DELETE', cancellation);
    expect(await view(headers)).toMatchObject({
      cancelAt: null,
      nextCharge: { amountCents: 4900 },
      pendingChange: { plan: 'team', interval: 'month' },
    });
    await isScheduled();
    await receives(subscriber, 'Your plan will continue');
    const resumed = (await product.emailsTo(subscriber.email)).find(({ subject }) =>
      subject.endsWith('will continue'),
    )!;
    expect(resumed.text.replaceAll(/\s+/g, ' ')).toContain("you'll switch to Team, billed monthly");
    expect((await atProvider(providerId)).cancel_at_period_end).toBe(false);
    await liveThrough(product, 33);
    const isDowngraded = () =>
      soon(product, async () =>
        expect(await view(await sessionOf(subscriber))).toMatchObject({
          plan: 'team',
          amountCents: 4900,
          pendingChange: null,
        }),
      );
    await isDowngraded();
    // Decisions are applied again if an earlier one may have overwritten them.
    const [resume] = await product.database.query<{ id: string }>({
      text: `select id from subscription_changes where subscription_id = $1 and kind = 'resume'`,
      values: [subscriber.subscriptionId],
    });
    const again = { changeId: resume!.id, again: true };
    await product.api
      .get(Database, { strict: false })
      .transaction(() => product.api.get(Outbox, { strict: false }).emit(subscriptionChangeDue, again));
    await settle(product);
    await isDowngraded();
  });

  it('is refunded under the guarantee, which ends the plan, unless the card was refunded before the purchase', async () => {
    await product.database.query({ text: 'delete from guarantee_refunds' });
    const [subscriber, boughtBefore] = [await subscribe(), await subscribe()];
    const { headers, providerId } = subscriber;
    const refund = () => call(headers, 'POST', 'account/v1/subscription/refund');
    const first = await refund();
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await refund()).toEqual(first);
    expect((await atProvider(providerId)).status).toBe('canceled');
    expect(await view(headers)).toMatchObject({ status: 'refunded', refundableUntil: null });
    const charges = await stripe.charges.list({ customer: String((await atProvider(providerId)).customer) });
    for (const charge of charges.data) expect(charge.refunded).toBe(true);
    await receives(subscriber, 'Your refund is on its way');
    expect(await subjects(subscriber)).toEqual(['Your refund is on its way', 'Welcome to the product']);
    expect((await product.emailsTo(subscriber.email))[0]!.text).toContain('$49');

    const sameCard = await subscribe();
    expect(await view(sameCard.headers)).toMatchObject({ status: 'active', refundableUntil: null });
    expect((await call(sameCard.headers, 'POST', 'account/v1/subscription/refund')).body).toMatchObject({
      code: 'not_refundable',
      details: { reason: 'used_before' },
    });
    expect((await view(boughtBefore.headers)).refundableUntil).toEqual(expect.any(String));
    const kept = await call(boughtBefore.headers, 'POST', 'account/v1/subscription/refund');
    expect(kept).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });

  it('is refunded with a paid upgrade; the preview and the email state the total', async () => {
    await product.database.query({ text: 'delete from guarantee_refunds' });
    const subscriber = await subscribe();
    const preview = (session: Record<string, string>) =>
      call(session, 'GET', 'account/v1/subscription/refund');
    expect(await preview(subscriber.headers)).toEqual({
      status: 200,
      body: { amountCents: 4900, currency: 'usd', card: { brand: 'visa', last4: '4242' } },
    });
    await liveThrough(product, 1);
    const session = await sessionOf(subscriber);
    await confirm(session, (await quote(session, 'growth', 'year')).id);
    await settle(product);
    const { customer } = await atProvider(subscriber.providerId);
    const { data: charges } = await stripe.charges.list({ customer: String(customer) });
    expect(charges).toHaveLength(1);
    const total = 4900 + charges[0]!.amount;
    expect((await preview(session)).body).toMatchObject({ amountCents: total });

    expect((await call(session, 'POST', 'account/v1/subscription/refund')).status).toBe(200);
    await receives(subscriber, 'Your refund is on its way');
    const [email] = await product.emailsTo(subscriber.email);
    expect(email!.text).toContain(`We've refunded ${formatAmount(total, 'usd')}.`);
    expect((await preview(session)).body).toMatchObject({ code: 'not_refundable' });
  });

  it('counts a refund to the email address only if it was made before the purchase', async () => {
    await product.database.query({ text: 'delete from guarantee_refunds' });
    const subscriber = await subscribe();
    const guarantee = product.api.get(GuaranteeRefundsRepository, { strict: false });
    const { email } = subscriber;
    const purchase = (daysAgo: number) => ({
      id: subscriber.subscriptionId,
      createdAt: new Date(product.clock.now().getTime() - daysAgo * 86_400_000),
    });
    const refund = (userId: string, daysAgo: number) =>
      product.database.transaction(() =>
        guarantee.add({ userId, email, cardFingerprint: null }, purchase(daysAgo)),
      );
    expect(await refund(randomUUID(), 0)).toBe(true);
    expect((await view(subscriber.headers)).refundableUntil).toEqual(expect.any(String));
    expect(await refund(randomUUID(), -1)).toBe(false);
    expect(await refund(subscriber.userId, 1)).toBe(true);
    expect(await refund(subscriber.userId, 1)).toBe(false);
  });

  it('ends when the bank returns a payment, and its data is kept for thirty days', async () => {
    const subscriber = await createSubscriber(product, { number: DISPUTED });
    const payment = await latestPaymentOf(stripe, subscriber.providerId);
    const headers = await sessionOf(subscriber);
    expect(await view(headers)).toMatchObject({ endedByDispute: false, dataKeptUntil: null });
    const dispute = await soon(product, async () => {
      const { data } = await stripe.disputes.list({ payment_intent: payment });
      expect(data).toHaveLength(1);
      return data[0]!;
    });
    await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'losing_evidence' } });
    await receives(subscriber, 'Your plan has ended');
    const ended = await view(headers);
    expect(ended).toMatchObject({ status: 'canceled', endedByDispute: true });
    expect(Date.parse(ended.dataKeptUntil!) - Date.parse(ended.endedAt!)).toBe(30 * 86_400_000);
    const { body } = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(body.items).toMatchObject([{ status: 'paid', disputeStatus: 'lost' }]);
    await liveThrough(product, 31);
    expect(await view(await sessionOf(subscriber))).toMatchObject({
      endedByDispute: true,
      dataKeptUntil: null,
    });
  });

  it('is not refundable after thirty days', async () => {
    const subscriber = await subscribe();
    product.clock.advance(30 * 86_400);
    const late = await call(await sessionOf(subscriber), 'POST', 'account/v1/subscription/refund');
    expect(late.body).toMatchObject({ code: 'not_refundable', details: { reason: 'too_late' } });
  });

  it('works again with a new card, even if the browser is closed right after confirming', async () => {
    const subscriber = await subscribe();
    await changeCard(product, subscriber.providerId, DECLINED);
    await liveThrough(product, 32);
    await receives(subscriber, "Your payment didn't go through");
    const headers = await sessionOf(subscriber);
    await soon(product, async () =>
      expect((await view(headers)).pastDue).toMatchObject({ amountDueCents: 4900 }),
    );
    const { invoiceId } = (await view(headers)).pastDue!;
    const declined = await call(headers, 'POST', `account/v1/invoices/${invoiceId}/pay`);
    expect(declined).toMatchObject({
      status: 402,
      body: {
        code: 'payment_declined',
        message: expect.stringMatching(/^Your card was declined, so this invoice is still open\./) as string,
      },
    });

    const setup = await call<{ clientSecret: string }>(headers, 'POST', 'account/v1/payment-methods/setup');
    await confirmCard(product, setup.body.clientSecret, '5555555555554444');
    await soon(product, async () =>
      expect(await view(headers)).toMatchObject({
        status: 'active',
        pastDue: null,
        paymentMethod: { brand: 'mastercard', last4: '4444' },
      }),
    );
    const invoices = await stripe.invoices.list({ subscription: subscriber.providerId });
    expect(invoices.data.map(({ status, amount_paid }) => ({ status, amount_paid }))).toEqual([
      { status: 'paid', amount_paid: 4900 },
      { status: 'paid', amount_paid: 4900 },
    ]);
    await receives(subscriber, 'Your receipt from the product');
    const listed = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(listed.body.items.map(({ status }) => status)).toEqual(['paid', 'paid']);
    const listAfter = (cursor: string, as = headers) =>
      call<InvoiceList>(as, 'GET', `account/v1/invoices?cursor=${cursor}`);
    expect((await listAfter(invoiceId)).body).toEqual({ items: [listed.body.items[1]], nextCursor: null });
    const other = await createUser(product);
    for (const response of [await listAfter('zzz'), await listAfter(invoiceId, other.headers)])
      expect(response).toMatchObject({ status: 422, body: { details: { fields: [{ field: 'cursor' }] } } });
    expect((await call(headers, 'POST', `account/v1/invoices/${invoiceId}/pay`)).body).toMatchObject({
      code: 'invoice_not_open',
    });
    expect((await call(other.headers, 'POST', `account/v1/invoices/${invoiceId}/pay`)).status).toBe(404);
  });

  it('asks the bank to confirm an open invoice again, and notices the payment without a webhook', async () => {
    const subscriber = await subscribe();
    await changeCard(product, subscriber.providerId, AUTHENTICATION_REQUIRED);
    await liveThrough(product, 32);
    const headers = await sessionOf(subscriber);
    await soon(product, async () => expect((await view(headers)).pastDue).not.toBeNull());
    const { invoiceId } = (await view(headers)).pastDue!;
    const pay = () => call(headers, 'POST', `account/v1/invoices/${invoiceId}/pay`);
    await product.control('webhook-failures', { kind: 'drop', count: 100 });
    for (const outcome of ['failed', 'failed', 'succeeded'] as const) {
      const { body } = await pay();
      expect(body).toMatchObject({ status: 'requires_action' });
      await authenticate(product, String(body.clientSecret), outcome);
    }
    expect((await pay()).body).toMatchObject({ code: 'invoice_not_open' });
    expect(await view(headers)).toMatchObject({ status: 'active', pastDue: null });
  });

  it('pays an open invoice with the card that is the default then', async () => {
    const subscriber = await subscribe();
    const { providerId } = subscriber;
    await changeCard(product, providerId, AUTHENTICATION_REQUIRED);
    await liveThrough(product, 32);
    const headers = await sessionOf(subscriber);
    await soon(product, async () => expect((await view(headers)).pastDue).not.toBeNull());
    const pay = async () =>
      call(headers, 'POST', `account/v1/invoices/${(await view(headers)).pastDue!.invoiceId}/pay`);
    const { customer } = await atProvider(providerId);
    const cards = await stripe.paymentMethods.list({ customer: String(customer), type: 'card' });
    const [waiting, accepted] = ['3184', '4242'].map(
      (last4) => cards.data.find(({ card }) => card!.last4 === last4)!.id,
    );
    expect((await atProvider(providerId)).default_payment_method).toBe(waiting);
    for (let press = 0; press < 2; press += 1)
      expect((await pay()).body).toMatchObject({ status: 'requires_action' });
    // Changed at the provider, so our API doesn't pay with it at once.
    await stripe.subscriptions.update(providerId, { default_payment_method: accepted! });
    expect((await pay()).body).toEqual({ status: 'paid' });
    expect(await view(headers)).toMatchObject({ status: 'active', pastDue: null });
    const charges = await stripe.charges.list({ customer: String(customer) });
    expect(charges.data.map(({ payment_method_details: details }) => details!.card!.last4)).toEqual(['4242']);
  });

  it('ends with nothing left to pay, and a payment that is confirmed later is refunded', async () => {
    const [ended, late] = [await subscribe(), await subscribe()];
    for (const { providerId } of [ended, late]) await changeCard(product, providerId, DECLINED);
    await liveThrough(product, 32);
    await settle(product);
    const openInvoice = async ({ providerId }: Subscriber) =>
      (await stripe.invoices.list({ subscription: providerId })).data[0]!;
    const invoice = await openInvoice(late);
    await changeCard(product, late.providerId, PROCESSING);
    const { default_payment_method: method } = await atProvider(late.providerId);
    const lateSession = await sessionOf(late);
    const payLate = () => call(lateSession, 'POST', `account/v1/invoices/${invoice.id}/pay`);
    await stripe.invoices.pay(invoice.id!, { payment_method: String(method) });
    expect((await payLate()).body).toEqual({ status: 'processing' });
    await stripe.subscriptions.cancel(late.providerId, {
      cancellation_details: { comment: 'payment_failed' },
    });
    await soon(product, async () => expect((await view(lateSession)).status).toBe('canceled'));
    expect((await payLate()).body).toMatchObject({
      code: 'invoice_not_open',
      details: { reason: 'plan_ended' },
    });

    // The provider's retries end the first plan, and the bank confirms the payment of the other.
    await liveThrough(product, 16);
    await settle(product);
    const headers = await sessionOf(ended);
    const unpaid = await openInvoice(ended);
    expect(unpaid.status).toBe('void');
    const { body } = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(body.items[0]).toMatchObject({ id: unpaid.id, status: 'void', payable: false });
    expect((await call(headers, 'POST', `account/v1/invoices/${unpaid.id}/pay`)).body).toMatchObject({
      code: 'invoice_not_open',
      details: { reason: 'plan_ended' },
    });
    const failed = (await product.emailsTo(ended.email)).find(({ text }) =>
      text.includes('That was our last attempt'),
    );
    expect(failed).toMatchObject({
      subject: 'Your plan has ended because a payment failed',
      text: expect.stringContaining("your Team plan has ended.\n\nWe'll keep your data for 30 days."),
    });

    expect((await openInvoice(late)).status).toBe('paid');
    const payment = await latestPaymentOf(stripe, late.providerId);
    await soon(product, async () => {
      const { data } = await stripe.refunds.list({ payment_intent: payment });
      expect(data.map(({ amount, status }) => [amount, status])).toEqual([[4900, 'succeeded']]);
    });
    await receives(late, 'Your refund is on its way');
    await receives(late, 'Your receipt from the product');
    for (const { text } of await product.emailsTo(late.email)) expect(text).not.toContain('plan is active.');
    const [entry] = await product.database.query<{ actor: string | null }>({
      text: `select actor_id as actor from audit_entries
             where action = 'subscription.refund-applied' and details->>'payment' = $1`,
      values: [payment],
    });
    expect(entry).toEqual({ actor: null });
  });

  it('needs one card: the last one cannot be removed', async () => {
    const { headers } = await subscribe();
    const list = async () =>
      (await call<PaymentMethodList>(headers, 'GET', 'account/v1/payment-methods')).body.items;
    await soon(product, async () => expect(await list()).toHaveLength(1));
    const [first] = await list();
    const remove = (id: string) => call(headers, 'DELETE', `account/v1/payment-methods/${id}`);
    expect((await remove(first!.id)).body).toMatchObject({ code: 'last_payment_method' });
    const setup = await call<{ clientSecret: string }>(headers, 'POST', 'account/v1/payment-methods/setup');
    await confirmCard(product, setup.body.clientSecret, '5555555555554444');
    await soon(product, async () =>
      expect((await list()).map(({ last4, isDefault }) => [last4, isDefault])).toEqual(
        expect.arrayContaining([
          ['4444', true],
          ['4242', false],
        ]),
      ),
    );
    expect((await call(headers, 'POST', `account/v1/payment-methods/${first!.id}/default`)).status).toBe(204);
    const added = (await list()).find(({ last4 }) => last4 === '4444')!;
    expect((await remove(added.id)).status).toBe(204);
    expect((await list()).map(({ last4, isDefault }) => [last4, isDefault])).toEqual([['4242', true]]);

    // The provider stores a card again when it is added again.
    const addAgain = async (number: string) => {
      const before = (await list()).find(({ isDefault }) => isDefault)!.id;
      const again = await call<{ clientSecret: string }>(headers, 'POST', 'account/v1/payment-methods/setup');
      await confirmCard(product, again.body.clientSecret, number);
      await soon(product, async () =>
        expect((await list()).find(({ isDefault }) => isDefault)!.id).not.toBe(before),
      );
    };
    await addAgain('4242424242424242');
    const [kept, ...others] = await list();
    expect([kept, others]).toMatchObject([{ last4: '4242', isDefault: true }, []]);
    expect((await remove(kept!.id)).body).toMatchObject({ code: 'last_payment_method' });
    await addAgain('5555555555554444');
    expect((await remove(first!.id)).status).toBe(204);
    const [left, ...removed] = await list();
    expect([left, removed]).toMatchObject([{ last4: '4444', isDefault: true }, []]);
    const stranger = await subscribe();
    const foreign = await call(stranger.headers, 'POST', `account/v1/payment-methods/${left!.id}/default`);
    expect(foreign.status).toBe(404);
  });

  it('keeps its plan when staff replace the email of its owner', async () => {
    const subscriber = await subscribe();
    const admin = await createUser(product, { role: 'admin' });
    const path = (id: string) => `admin/v1/customers/${id}/email`;
    const replace = (email: string, id = subscriber.userId, headers = admin.headers) =>
      call(headers, 'PUT', path(id), { email, reason: 'Lost the mailbox; called from the known number.' });
    const email = `new-${subscriber.email}`;

    expect((await replace(email, subscriber.userId, subscriber.headers)).status).toBe(403);
    expect((await replace(email, admin.id)).body).toMatchObject({ code: 'forbidden' });
    expect((await replace('no address')).body).toMatchObject({ details: { fields: [{ field: 'email' }] } });
    expect((await replace(admin.email)).body).toMatchObject({ code: 'email_exists' });
    expect(await replace(email)).toMatchObject({ status: 200, body: { email } });

    const found = await call<{ items: { id: string }[] }>(
      admin.headers,
      'GET',
      `admin/v1/customers?q=${email}`,
    );
    expect(found.body.items).toMatchObject([{ id: subscriber.userId, email }]);
    const tooShort = await call(admin.headers, 'GET', 'admin/v1/customers?q=ab');
    expect(tooShort.body).toMatchObject({ details: { fields: [{ field: 'q' }] } });
    await receives(subscriber, 'Your email address was changed');
    expect((await signIn(product, subscriber.email, PASSWORD)).status).toBe(400);
    const headers = bearer((await signIn(product, email, PASSWORD)).token);
    expect(await view(headers)).toMatchObject({ status: 'active' });
    const [entry] = await product.database.query({
      text: `select actor_id, details from audit_entries where action = 'user.email_replaced'`,
    });
    expect(entry).toMatchObject({
      actor_id: admin.id,
      details: { reason: expect.stringMatching('mailbox') },
    });
  });

  it('is refunded in part and ended by staff', async () => {
    // Uses the guarantee of the card.
    const { headers: other } = await subscribe();
    await call(other, 'POST', 'account/v1/subscription/refund');
    const subscriber = await subscribe();
    const { providerId, userId, subscriptionId } = subscriber;
    const admin = await createUser(product, { role: 'admin' });
    const payment = await latestPaymentOf(stripe, providerId);
    const headers = { ...admin.headers, 'Idempotency-Key': payment };
    const refund = (body: object, by = admin.headers) =>
      call(by, 'POST', `admin/v1/payments/${payment}/refund`, body);
    const keep = { amountCents: 1000, endSubscription: false, reason: 'Goodwill' };
    expect((await call(subscriber.headers, 'POST', `admin/v1/payments/${payment}/refund`, keep)).status).toBe(
      403,
    );
    const [first, repeated] = [await refund(keep, headers), await refund(keep, headers)];
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(repeated.body).toEqual(first.body);
    expect((await refund({ ...keep, amountCents: 4000 })).body).toMatchObject({
      code: 'not_refundable',
      details: { reason: 'amount' },
    });
    await soon(product, async () => {
      const { body } = await call<{ payments: { refundedCents: number }[] }>(
        admin.headers,
        'GET',
        `admin/v1/customers/${userId}`,
      );
      expect(body.payments).toMatchObject([
        { refundedCents: 1000, amountDueCents: 4900, providerSubscriptionId: providerId },
      ]);
    });
    const { body: invoices } = await call<InvoiceList>(subscriber.headers, 'GET', 'account/v1/invoices');
    const [note] = (await stripe.creditNotes.list({ invoice: invoices.items[0]!.id })).data;
    expect(note!.refunds).toHaveLength(1);
    expect(invoices.items).toMatchObject([
      { refundedCents: 1000, creditNotes: [{ number: note!.number, amountCents: 1000 }] },
    ]);
    expect((await view(subscriber.headers)).status).toBe('active');

    // The customer's own refund is not mistaken for the one by staff.
    const own = await call(subscriber.headers, 'POST', 'account/v1/subscription/refund');
    expect(own.body).toMatchObject({ code: 'not_refundable', details: { reason: 'used_before' } });
    const ended = await call(admin.headers, 'POST', `admin/v1/subscriptions/${subscriptionId}/cancel`, {
      atPeriodEnd: false,
      reason: 'Abuse',
    });
    expect(ended.status).toBe(202);
    await soon(product, async () => expect((await view(subscriber.headers)).status).toBe('canceled'));
    expect((await atProvider(providerId)).status).toBe('canceled');
  });

  it.each(['customer', 'staff'])('ends with an email that says whether the %s canceled', async (by) => {
    const subscriber = await subscribe();
    const admin = await createUser(product, { role: 'admin' });
    await (by === 'staff'
      ? call(admin.headers, 'POST', `admin/v1/subscriptions/${subscriber.subscriptionId}/cancel`, {
          atPeriodEnd: true,
          reason: 'Abuse',
        })
      : call(subscriber.headers, 'POST', 'account/v1/subscription/cancellation'));
    await soon(product, async () =>
      expect((await atProvider(subscriber.providerId)).cancel_at_period_end).toBe(true),
    );
    await liveThrough(product, 32);
    await receives(subscriber, 'Your plan has ended');
    const ended = (await product.emailsTo(subscriber.email)).find(({ subject }) =>
      subject.includes('ended'),
    )!;
    const requested = 'Your Team plan has ended, as you requested.';
    expect(ended.text.includes(requested)).toBe(by === 'customer');
  });

  it('emails each partial refund made at the provider once, with its amount', async () => {
    const subscriber = await subscribe();
    const payment_intent = await latestPaymentOf(stripe, subscriber.providerId);
    const refunds = async () =>
      (await product.emailsTo(subscriber.email)).filter(({ subject }) => subject.includes('refund'));
    for (const [count, amount] of [
      [1, 1000],
      [2, 1500],
    ] as const) {
      await stripe.refunds.create({ payment_intent, amount });
      await soon(product, async () => expect(await refunds()).toHaveLength(count));
    }
    await settle(product);
    const texts = (await refunds()).map(({ text }) => /We've refunded (\S+)\./.exec(text)?.[1]);
    expect(texts.toSorted()).toEqual(['$10', '$15']);
    for (const { text } of await refunds()) expect(text).toContain("Your plan hasn't changed.");
    expect(await view(subscriber.headers)).toMatchObject({ status: 'active' });

    // The rest is refunded here.
    const admin = await createUser(product, { role: 'admin' });
    const body = { endSubscription: false, reason: 'Goodwill' };
    await call(admin.headers, 'POST', `admin/v1/payments/${payment_intent}/refund`, body);
    await soon(product, async () => expect(await refunds()).toHaveLength(3));
    await settle(product);
    expect(await refunds()).toHaveLength(3);
  });

  it.each([
    [DISPUTED, 'A customer disputed a payment'],
    [LIKELY_FRAUD, 'A payment may be fraudulent'],
  ])('is named to staff when %s is paid with: %s', async (number, subject) => {
    const subscriber = await createSubscriber(product, { number });
    await product.control('clock', { advanceSeconds: 2 });
    const payment = await latestPaymentOf(stripe, subscriber.providerId);
    await soon(product, async () => {
      const alert = (await product.emailsTo(product.settings.supportEmail)).find(
        (sent) => sent.subject === subject && sent.text.includes(payment),
      );
      expect(alert?.text).toContain(subscriber.email);
      expect(alert?.text).toContain(`/admin/customers/${subscriber.userId}`);
    });
  });

  it('is shown in the console with the card, a scheduled change and a scheduled deletion', async () => {
    const subscriber = await createSubscriber(product, { interval: 'year' });
    const headers = await sessionOf(subscriber);
    const staff = await createUser(product, { role: 'support' });
    const shown = async () =>
      (await call<StaffCustomer>(staff.headers, 'GET', `admin/v1/customers/${subscriber.userId}`)).body;
    await soon(product, async () =>
      expect(await shown()).toMatchObject({
        deletionAt: null,
        account: { emailConfirmedAt: null, secondFactors: [] },
        paymentMethod: { brand: 'visa', last4: '4242' },
        subscriptions: [{ plan: 'team', interval: 'year', pendingChange: null }],
      }),
    );
    const { id } = await quote(headers, 'team', 'month');
    expect((await confirm(headers, id)).body).toMatchObject({ status: 'scheduled' });
    const { currentPeriodEnd: effectiveAt } = await view(headers);
    expect((await shown()).subscriptions[0]!.pendingChange).toEqual({
      plan: 'team',
      interval: 'month',
      amountCents: 4900,
      effectiveAt,
    });
    const deletion = await call<{ scheduledFor: string }>(headers, 'POST', 'account/v1/deletion', {
      password: PASSWORD,
    });
    expect(await shown()).toMatchObject({ deletionAt: deletion.body.scheduledFor });
  });

  it('is found in the console by the IDs of its payments, subscription and customer', async () => {
    const subscriber = await subscribe();
    const find = async (payment: string) => {
      const { headers } = await createUser(product, { role: 'support' });
      return (await call<StaffCustomerList>(headers, 'GET', `admin/v1/customers?q=${payment}`)).body.items;
    };
    const first = await latestPaymentOf(stripe, subscriber.providerId);
    expect(await find(first)).toMatchObject([{ id: subscriber.userId, email: subscriber.email }]);
    await liveThrough(product, 32);
    const renewal = await soon(product, async () => {
      const latest = await latestPaymentOf(stripe, subscriber.providerId);
      expect(latest).not.toBe(first);
      return latest;
    });
    await soon(product, async () => expect(await find(renewal)).toMatchObject([{ id: subscriber.userId }]));
    expect(await find(subscriber.providerId)).toMatchObject([{ id: subscriber.userId }]);
    const { customer } = await stripe.subscriptions.retrieve(subscriber.providerId);
    expect(await find(String(customer))).toMatchObject([{ id: subscriber.userId }]);
    for (const unknown of ['pi_unknown', 'sub_unknown', 'cus_unknown', 'C-0000-0000-0000'])
      expect(await find(unknown)).toEqual([]);
  });

  it('stays ended when the bank returns the refund, and staff are alerted', async () => {
    const subscriber = await createSubscriber(product, { number: RETURNED_REFUND });
    const headers = await sessionOf(subscriber);
    const refund = await call(headers, 'POST', 'account/v1/subscription/refund');
    expect(refund.body).toMatchObject({ status: 'succeeded' });
    await soon(product, async () => {
      const alert = (await product.emailsTo(product.settings.supportEmail)).find(
        ({ subject }) => subject === 'A refund failed',
      );
      expect(alert?.text).toContain("we won't retry it");
      expect(alert?.text).toContain(subscriber.email);
      expect(alert?.text).toContain(`/admin/customers/${subscriber.userId}`);
    });
    expect(await view(headers)).toMatchObject({ status: 'refunded' });
    const { body } = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(body.items).toMatchObject([{ refundedCents: 0 }]);
  });
});
