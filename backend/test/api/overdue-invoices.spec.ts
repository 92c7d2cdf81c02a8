import type { InvoiceList } from '@subscription-site/shared/contracts';
import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  AUTHENTICATION_REQUIRED,
  DECLINED,
  PROCESSING,
  authenticate,
  changeCard,
  confirmCard,
  handleEvents,
  getLatestPayment,
  advanceBothClocks,
  soon,
  type Subscriber,
} from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

describe('a subscription whose renewal was not paid', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  let declined: SignedInSubscriber;
  let confirming: SignedInSubscriber;
  let waiting: SignedInSubscriber;
  let late: SignedInSubscriber;
  let lost: SignedInSubscriber;

  beforeAll(async () => {
    [declined, confirming, waiting, late, lost] = [
      await subscribe(),
      await subscribe(),
      await subscribe(),
      await subscribe(),
      await subscribe(),
    ];
    for (const { providerId } of [declined, late]) await changeCard(product, providerId, DECLINED);
    for (const { providerId } of [confirming, waiting])
      await changeCard(product, providerId, AUTHENTICATION_REQUIRED);
    const { default_payment_method: lostCard } = await atProvider(lost.providerId);
    await product.control(`payment-methods/${String(lostCard)}/decline`, { code: 'lost_card' });
    await advanceBothClocks(product, 32);
    await handleEvents(product);
  });
  afterEach(() => product.resetControls());

  const { call, subscribe, openSession, view, atProvider, receives } = accountApi(product);

  const openInvoice = async ({ providerId }: Subscriber) =>
    (await product.stripe.invoices.list({ subscription: providerId })).data[0]!;

  it('works again only with a new card after five attempts, even if the browser is closed', async () => {
    await receives(declined, 'Your payment didn’t go through');
    const headers = await openSession(declined);
    const { pastDue } = await view(headers);
    expect(pastDue).toMatchObject({ amountDueCents: 4900 });
    const { invoiceId } = pastDue!;
    const pay = () => call(headers, 'POST', `account/v1/invoices/${invoiceId}/pay`);
    for (let press = 0; press < 5; press += 1)
      expect(await pay()).toMatchObject({
        status: 402,
        body: {
          code: 'payment_declined',
          message: expect.stringMatching(
            /^Your card was declined, so this invoice is still open\./,
          ) as string,
        },
      });
    expect((await pay()).status).toBe(429);

    const setup = await call<{ clientSecret: string }>(headers, 'POST', 'account/v1/payment-methods/setup');
    await confirmCard(product, setup.body.clientSecret, '5555555555554444');
    await soon(product, async () =>
      expect(await view(headers)).toMatchObject({
        status: 'active',
        pastDue: null,
        paymentMethod: { brand: 'mastercard', last4: '4444' },
      }),
    );
    const invoices = await product.stripe.invoices.list({ subscription: declined.providerId });
    expect(invoices.data.map(({ status, amount_paid }) => ({ status, amount_paid }))).toEqual([
      { status: 'paid', amount_paid: 4900 },
      { status: 'paid', amount_paid: 4900 },
    ]);
    await receives(declined, 'Your receipt from the product');
    const listed = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(listed.body.items.map(({ status }) => status)).toEqual(['paid', 'paid']);
    const listAfter = (cursor: string, as = headers) =>
      call<InvoiceList>(as, 'GET', `account/v1/invoices?cursor=${cursor}`);
    expect((await listAfter(invoiceId)).body).toEqual({ items: [listed.body.items[1]], nextCursor: null });
    const other = await createUser(product);
    for (const response of [await listAfter('zzz'), await listAfter(invoiceId, other.headers)])
      expect(response).toMatchObject({ status: 422, body: { details: { fields: [{ field: 'cursor' }] } } });
    expect((await pay()).body).toMatchObject({ code: 'invoice_not_open' });
    expect((await call(other.headers, 'POST', `account/v1/invoices/${invoiceId}/pay`)).status).toBe(404);
  });

  it('asks the bank to confirm an open invoice again, and notices the payment without a webhook', async () => {
    const headers = await openSession(confirming);
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

  it('is announced if the bank wants it confirmed, and paid with the card that is the default then', async () => {
    const { providerId } = waiting;
    const headers = await openSession(waiting);
    const emails = async (subject: string) =>
      (await product.emailsTo(waiting.email)).filter((email) => email.subject === subject);
    const confirmation = 'Your bank needs you to confirm a payment';
    await receives(waiting, confirmation);
    const [announced] = await emails(confirmation);
    expect(announced!.text).toMatch(/Confirm payment[^]*billing\?do=pay/);
    const pay = async () =>
      call(headers, 'POST', `account/v1/invoices/${(await view(headers)).pastDue!.invoiceId}/pay`);
    const { customer } = await atProvider(providerId);
    const cards = await product.stripe.paymentMethods.list({ customer: String(customer), type: 'card' });
    const [unconfirmed, accepted] = ['3184', '4242'].map(
      (last4) => cards.data.find(({ card }) => card!.last4 === last4)!.id,
    );
    expect((await atProvider(providerId)).default_payment_method).toBe(unconfirmed);
    for (let press = 0; press < 2; press += 1)
      expect((await pay()).body).toMatchObject({ status: 'requires_action' });
    // Changed at the provider, so our API doesn't pay with it at once.
    await product.stripe.subscriptions.update(providerId, { default_payment_method: accepted! });
    expect((await pay()).body).toEqual({ status: 'paid' });
    expect(await view(headers)).toMatchObject({ status: 'active', pastDue: null });
    const charges = await product.stripe.charges.list({ customer: String(customer) });
    expect(charges.data.map(({ payment_method_details: details }) => details!.card!.last4)).toEqual(['4242']);
    const receipt = 'Your receipt from the product';
    await receives(waiting, receipt);
    expect((await emails(receipt))[0]!.text).toContain('Your payment went through');
    await handleEvents(product);
    expect(await emails(confirmation)).toHaveLength(1);
    expect(await emails('Your payment didn’t go through')).toEqual([]);
  });

  it('alerts staff to each invoice that cannot be issued', async () => {
    const ids = [(await openInvoice(lost)).id!, (await openInvoice(late)).id!];
    for (const id of ids)
      await product.control(`invoices/${id}/event`, { type: 'invoice.finalization_failed' });
    await soon(product, async () => {
      const alerts = await product.emailsTo(product.settings.supportEmail);
      const texts = alerts
        .filter(({ subject }) => subject === 'An invoice couldn’t be issued')
        .map(({ text }) => text);
      for (const id of ids) expect(texts).toContainEqual(expect.stringContaining(id));
    });
  });

  it('asks once for another card if the bank declined this one for good, with one date that stays', async () => {
    const accessUntil = async () => (await view(await openSession(lost))).pastDue!.accessUntil!;
    const endsAt = await accessUntil();
    await receives(lost, 'Your payment didn’t go through');
    const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(endsAt),
    );
    expect((await product.emailsTo(lost.email))[0]!.text).toContain(`access ends on ${date}`);
    const attempts = async () => (await openInvoice(lost)).attempt_count;
    expect(await attempts()).toBe(1);
    await advanceBothClocks(product, 3);
    await handleEvents(product);
    expect(await attempts()).toBe(2);
    await receives(lost, 'Your payment didn’t go through');
    expect(await accessUntil()).toBe(endsAt);
  });

  it('ends with nothing left to pay, and a payment that is confirmed later is refunded', async () => {
    const invoice = await openInvoice(late);
    await changeCard(product, late.providerId, PROCESSING);
    const { default_payment_method: method } = await atProvider(late.providerId);
    const lateSession = await openSession(late);
    const payLate = () => call(lateSession, 'POST', `account/v1/invoices/${invoice.id}/pay`);
    await product.stripe.invoices.pay(invoice.id!, { payment_method: String(method) });
    expect((await payLate()).body).toEqual({ status: 'processing' });
    await product.stripe.subscriptions.cancel(late.providerId, {
      cancellation_details: { comment: 'payment_failed' },
    });
    await soon(product, async () => expect((await view(lateSession)).status).toBe('canceled'));
    expect((await payLate()).body).toMatchObject({
      code: 'invoice_not_open',
      details: { reason: 'plan_ended' },
    });

    // The provider's retries end the other plan, and the bank confirms the payment of this one.
    await advanceBothClocks(product, 16);
    await handleEvents(product);
    const headers = await openSession(lost);
    const unpaid = await openInvoice(lost);
    expect(unpaid.status).toBe('void');
    const { body } = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(body.items[0]).toMatchObject({ id: unpaid.id, status: 'void', payable: false });
    expect((await call(headers, 'POST', `account/v1/invoices/${unpaid.id}/pay`)).body).toMatchObject({
      code: 'invoice_not_open',
      details: { reason: 'plan_ended' },
    });
    const ended = (await product.emailsTo(lost.email)).find(({ subject }) => subject.includes('has ended'));
    expect(ended).toMatchObject({
      subject: 'Your plan has ended because a payment failed',
      text: expect.stringContaining('your Team plan has ended.\n\nWe’ll keep your data for 30 days.'),
    });

    expect((await openInvoice(late)).status).toBe('paid');
    const payment = await getLatestPayment(product, late.providerId);
    await soon(product, async () => {
      const { data } = await product.stripe.refunds.list({ payment_intent: payment });
      expect(data.map(({ amount, status }) => [amount, status])).toEqual([[4900, 'succeeded']]);
    });
    await receives(late, 'Your refund is on its way');
    await receives(late, 'Your receipt from the product');
    for (const { text } of await product.emailsTo(late.email)) expect(text).not.toContain('plan is active.');
    const [entry] = await product.database.query<{ actor: string | null; refunded: unknown }>({
      text: `select actor_id as actor, details - '{subscriptionId,changeId,payment}'::text[] as refunded from audit_entries
             where action = 'subscription.refund-applied' and details->>'payment' = $1`,
      values: [payment],
    });
    expect(entry).toEqual({
      actor: null,
      refunded: { amountCents: 4900, currency: 'usd', endSubscription: false },
    });
  });
});
