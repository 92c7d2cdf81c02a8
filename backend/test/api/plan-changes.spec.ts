import type Stripe from 'stripe';
import type { InvoiceList } from '@subscription-site/shared/contracts';
import { subscriptionChangeDue } from '../../src/modules/subscriptions/events.js';
import { Database } from '../../src/platform/database/database.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  AUTHENTICATION_REQUIRED,
  DECLINED,
  changeCard,
  handleEvents,
  advanceBothClocks,
  soon,
  authenticate,
  allowGuarantee,
  listChanges,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

/** From the quote to the provider and the email. The test that lives through a month is first, while there is one subscriber. */
describe('a change of the plan', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);

  const { call, subscribe, openSession, subjects, view, quote, confirm, atProvider, receives } =
    accountApi(product);

  const listInvoices = async (providerId: string) =>
    (await product.stripe.invoices.list({ subscription: providerId })).data.map(({ status, amount_due }) => [
      status,
      amount_due,
    ]);

  it('is downgraded at the end of the period, which can be undone', async () => {
    const subscriber = await subscribe();
    const { headers, providerId } = subscriber;
    await confirm(headers, (await quote(headers, 'growth', 'month')).id);
    const down = await quote(headers, 'team', 'month');
    expect(down).toMatchObject({ dueNowCents: 0, lines: [] });
    expect((await confirm(headers, down.id)).body).toEqual({ status: 'scheduled' });
    expect(
      (await call(headers, 'POST', 'account/v1/subscription/quotes', { plan: 'team', interval: 'month' }))
        .body,
    ).toMatchObject({
      code: 'change_not_possible',
      details: { reason: 'already_scheduled' },
    });
    expect((await view(headers)).pendingChange).toMatchObject({ plan: 'team', interval: 'month' });
    await receives(subscriber, 'Your plan change is scheduled');
    const isScheduled = () =>
      soon(product, async () => {
        const { schedule } = await atProvider(providerId);
        const found = await product.stripe.subscriptionSchedules.retrieve(String(schedule));
        // The second phase is added by a separate call.
        expect(found.phases).toHaveLength(2);
        return found;
      });

    // It costs what it was scheduled at, also after the catalog has changed.
    const { id: scheduleId, phases } = await isScheduled();
    const [current, next] = phases;
    const getPriceId = ({ items }: Stripe.SubscriptionSchedule.Phase) => String(items[0]!.price);
    const { product: team } = await product.stripe.prices.retrieve(getPriceId(next!));
    const price = { currency: 'usd', unit_amount: 4500, recurring: { interval: 'month' } } as const;
    const { id: otherPrice } = await product.stripe.prices.create({ ...price, product: String(team) });
    const { start_date, end_date } = current!;
    await product.stripe.subscriptionSchedules.update(scheduleId, {
      phases: [
        { start_date, end_date, items: [{ price: getPriceId(current!) }] },
        { items: [{ price: otherPrice }], duration: { interval: 'month', interval_count: 1 } },
      ],
    });
    await soon(product, async () =>
      expect(await view(headers)).toMatchObject({
        nextCharge: { amountCents: 4500 },
        pendingChange: { plan: 'team', interval: 'month' },
      }),
    );
    expect((await call(headers, 'DELETE', 'account/v1/subscription/changes/pending')).status).toBe(204);
    await soon(product, async () => expect((await atProvider(providerId)).schedule).toBeNull());
    expect((await view(headers)).pendingChange).toBeNull();
    await receives(subscriber, 'Your scheduled plan change was removed');

    await confirm(headers, (await quote(headers, 'team', 'month')).id);
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
    expect(resumed.text.replaceAll(/\s+/g, ' ')).toContain('you’ll switch to Team, billed monthly');
    expect((await atProvider(providerId)).cancel_at_period_end).toBe(false);
    await advanceBothClocks(product, 33);
    const isDowngraded = () =>
      soon(product, async () =>
        expect(await view(await openSession(subscriber))).toMatchObject({
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
      .get(Database)
      .transaction(() => product.api.get(Outbox).emit(subscriptionChangeDue, again));
    await handleEvents(product);
    await isDowngraded();
  });

  describe('after an upgrade whose payment was abandoned', () => {
    afterEach(() => product.resetControls());

    /** Leaves the page while the bank asks for confirmation. Returns the client secret. */
    const abandonUpgrade = async ({ headers, providerId }: SignedInSubscriber) => {
      await changeCard(product, providerId, AUTHENTICATION_REQUIRED);
      const { body } = await confirm(headers, (await quote(headers, 'growth', 'month')).id);
      expect(body).toMatchObject({ status: 'requires_action' });
      return String(body.clientSecret);
    };
    const expectNotPayable = async (clientSecret: string) => {
      await authenticate(product, clientSecret, 'succeeded');
      const { status } = await product.stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0]!);
      expect(status).toBe('canceled');
    };
    it('is charged exactly as quoted: the same one twelve hours later, and then another one', async () => {
      const subscriber = await subscribe();
      const { providerId } = subscriber;
      const secrets = [await abandonUpgrade(subscriber)];
      await advanceBothClocks(product, 0.5);
      const headers = await openSession(subscriber);
      const confirmQuote = async (interval: string) => {
        const quoted = await quote(headers, 'growth', interval);
        const { body } = await confirm(headers, quoted.id);
        expect(body).toMatchObject({ status: 'requires_action' });
        for (const abandoned of secrets) await expectNotPayable(abandoned);
        secrets.push(String(body.clientSecret));
        return quoted.dueNowCents;
      };
      const monthlyCents = await confirmQuote('month');
      const yearlyCents = await confirmQuote('year');
      expect(new Set(secrets).size).toBe(3);
      await handleEvents(product);
      await authenticate(product, secrets.at(-1)!, 'succeeded');
      await soon(product, async () =>
        expect(await view(headers)).toMatchObject({ plan: 'growth', interval: 'year' }),
      );
      expect(await listInvoices(providerId)).toEqual([
        ['paid', yearlyCents],
        ['void', monthlyCents],
        ['void', 5000],
        ['paid', 4900],
      ]);
      await receives(subscriber, 'Your plan has changed');
      await receives(subscriber, 'Your receipt from the product');
      expect(await subjects(subscriber)).toHaveLength(3);
    });

    it('leaves nothing to pay when the plan is canceled, resumed or refunded instead', async () => {
      const cancellation = 'account/v1/subscription/cancellation';
      const [canceled, refunded] = [await subscribe(), await subscribe()];
      const secrets = [await abandonUpgrade(canceled), await abandonUpgrade(refunded)];
      await allowGuarantee(product);
      await call(canceled.headers, 'POST', cancellation);
      expect((await call(refunded.headers, 'POST', 'account/v1/subscription/refund')).status).toBe(200);
      await handleEvents(product);
      for (const secret of secrets) await expectNotPayable(secret);
      expect((await atProvider(canceled.providerId)).cancel_at_period_end).toBe(true);
      await call(canceled.headers, 'DELETE', cancellation);
      await handleEvents(product);
      for (const { providerId } of [canceled, refunded]) {
        expect(await atProvider(providerId)).toMatchObject({
          pending_update: null,
          cancel_at_period_end: false,
        });
        expect(await listInvoices(providerId)).toEqual([
          ['void', 5000],
          ['paid', 4900],
        ]);
      }
      expect(await view(refunded.headers)).toMatchObject({ status: 'refunded' });
      expect(await subjects(refunded)).toEqual(['Your refund is on its way', 'Welcome to the product']);
      await allowGuarantee(product);
    });

    it('is applied when the abandoned payment completes after it was recorded as failed', async () => {
      const subscriber = await subscribe();
      const { headers, subscriptionId } = subscriber;
      const abandoned = await abandonUpgrade(subscriber);
      await product.database.query({
        text: `update subscription_changes set status = 'failed', last_error = 'provider_rejected' where subscription_id = $1`,
        values: [subscriptionId],
      });
      await authenticate(product, abandoned, 'succeeded');
      await soon(product, async () => expect(await view(headers)).toMatchObject({ plan: 'growth' }));
      expect(await listChanges(product, subscriber)).toEqual([{ kind: 'upgrade', status: 'applied' }]);
      await receives(subscriber, 'Your plan has changed');
      await receives(subscriber, 'Your receipt from the product');
      expect(await subjects(subscriber)).not.toContain('Your plan wasn’t changed');
    });
  });

  describe('within a period', () => {
    let subscriber: SignedInSubscriber;
    let other: SignedInSubscriber;

    beforeAll(async () => {
      subscriber = await subscribe();
      other = await subscribe();
    });

    it('rejects a quote that is too old or of another account', async () => {
      const quoted = await quote(subscriber.headers, 'growth', 'month');
      expect((await confirm(other.headers, quoted.id)).status).toBe(404);
      product.clock.advance(16 * 60);
      expect(await confirm(await openSession(subscriber), quoted.id)).toMatchObject({
        status: 409,
        body: { code: 'quote_expired' },
      });
    });

    it('charges no other card than the one that the quote names, and keeps plan, price and access when it is declined', async () => {
      const { headers, providerId } = other;
      const quoted = await quote(headers, 'growth', 'month');
      expect(quoted.paymentMethod).toMatchObject({ brand: 'visa', last4: '4242' });
      await changeCard(product, providerId, DECLINED);
      const replaced = { status: 409, body: { code: 'quote_changed' } };
      expect(await confirm(headers, quoted.id)).toMatchObject(replaced);
      const declined = { status: 402, body: { code: 'payment_declined' } };
      expect(await confirm(headers, (await quote(headers, 'growth', 'month')).id)).toMatchObject(declined);
      expect(await view(headers)).toMatchObject({ plan: 'team', status: 'active', amountCents: 4900 });
      expect(await atProvider(providerId)).toMatchObject({ status: 'active', pending_update: null });
      expect((await listInvoices(providerId)).map(([status]) => status)).toEqual(['void', 'paid']);
    });

    it('asks for confirmation by the bank, and keeps the plan if that is abandoned', async () => {
      const { headers, providerId } = other;
      await changeCard(product, providerId, AUTHENTICATION_REQUIRED);
      // A quote of the same second would be the same price change.
      await advanceBothClocks(product, 2 / 86_400);
      const quoted = await quote(headers, 'growth', 'month');
      const confirmed = await confirm(headers, quoted.id);
      expect(confirmed).toMatchObject({
        status: 200,
        body: { status: 'requires_action', clientSecret: expect.stringContaining('_secret_') as string },
      });
      expect(await view(headers)).toMatchObject({ plan: 'team', status: 'active' });
      await handleEvents(product);
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
      await advanceBothClocks(product, 2);
      await receives(other, 'Your plan wasn’t changed');
      expect(await view(await openSession(other))).toMatchObject({ plan: 'team', status: 'active' });
      expect((await atProvider(providerId)).pending_update).toBeNull();
    });

    it('is charged exactly as quoted, once, and starts a new period if the interval becomes longer', async () => {
      const { headers, providerId } = subscriber;
      await advanceBothClocks(product, 10);
      const session = await openSession(subscriber);
      const quoted = await quote(session, 'growth', 'month');
      expect(quoted.dueNowCents).toBe(quoted.subtotalCents - quoted.creditCents);
      expect(quoted.dueNowCents).toBeGreaterThan(0);
      expect((await confirm(headers, quoted.id)).status).toBe(401);

      const confirmed = await Promise.all([confirm(session, quoted.id), confirm(session, quoted.id)]);
      for (const { status } of confirmed) expect([200, 409, 503]).toContain(status);
      expect(await confirm(session, quoted.id)).toMatchObject({ status: 200, body: { status: 'applied' } });

      expect(await view(session)).toMatchObject({ plan: 'growth', amountCents: 9900, userLimit: 10 });
      const invoices = await product.stripe.invoices.list({ subscription: providerId });
      expect(invoices.data.map(({ amount_paid }) => amount_paid)).toEqual([quoted.dueNowCents, 4900]);
      await receives(subscriber, 'Your plan has changed');
      await receives(subscriber, 'Your receipt from the product');
      expect(
        (await call(session, 'POST', 'account/v1/subscription/quotes', { plan: 'growth', interval: 'month' }))
          .body,
      ).toMatchObject({ code: 'change_not_possible', details: { reason: 'no_change' } });

      const down = await quote(session, 'team', 'month');
      const longer = await quote(session, 'growth', 'year');
      expect(await confirm(session, longer.id)).toMatchObject({ status: 200, body: { status: 'applied' } });
      const [invoice] = (await product.stripe.invoices.list({ subscription: providerId })).data;
      expect(invoice!.amount_paid).toBe(longer.dueNowCents);
      const { interval, currentPeriodEnd } = await view(session);
      expect(interval).toBe('year');
      expect(Date.parse(currentPeriodEnd)).toBeGreaterThan(product.clock.now().getTime() + 364 * 86_400_000);
      // It was quoted for the end of the former period.
      expect(await confirm(session, down.id)).toMatchObject({ status: 409, body: { code: 'quote_changed' } });
      expect((await view(session)).pendingChange).toBeNull();
    });
  });
});
