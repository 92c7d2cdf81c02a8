import { formatAmount } from '@subscription-site/shared/amounts';
import { randomUUID } from 'node:crypto';
import type { InvoiceList } from '@subscription-site/shared/contracts';
import { GuaranteeRefundsRepository } from '../../src/modules/subscriptions/refunds/guarantee-refunds.repository.js';
import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  DISPUTED,
  changeCard,
  handleEvents,
  getLatestPayment,
  advanceBothClocks,
  soon,
  allowGuarantee,
  listChanges,
  type Subscriber,
} from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const LIKELY_FRAUD = '4000000000005423';

/** By customers, staff, the provider and banks. */
describe('a subscription whose payment is returned', () => {
  let boughtBefore: SignedInSubscriber;
  /** Has used the guarantee before, with another account. */
  let sameCard: SignedInSubscriber;
  let likelyFraud: SignedInSubscriber;

  const product = useFixture(startPaymentFixture);
  useWorker(product);

  const { call, subscribe, openSession, subjects, view, quote, confirm, atProvider, receives } =
    accountApi(product);

  const expectAlert = (subject: string, { email, userId }: Subscriber, ...texts: string[]) =>
    soon(product, async () => {
      const emails = await product.emailsTo(product.settings.supportEmail);
      const alert = emails.find((sent) => sent.subject === subject && sent.text.includes(email));
      for (const text of [`/admin/customers/${userId}`, ...texts]) expect(alert?.text).toContain(text);
    });

  it('is refunded under the guarantee, which ends the plan, unless the card was refunded before the purchase', async () => {
    const subscriber = await subscribe();
    boughtBefore = await subscribe();
    const { headers, providerId } = subscriber;
    const refund = () => call(headers, 'POST', 'account/v1/subscription/refund');
    const first = await refund();
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await refund()).toEqual(first);
    expect((await atProvider(providerId)).status).toBe('canceled');
    expect(await view(headers)).toMatchObject({ status: 'refunded', refundableUntil: null });
    const charges = await product.stripe.charges.list({
      customer: String((await atProvider(providerId)).customer),
    });
    for (const charge of charges.data) expect(charge.refunded).toBe(true);
    await receives(subscriber, 'Your refund is on its way');
    expect(await subjects(subscriber)).toEqual(['Your refund is on its way', 'Welcome to the product']);
    expect((await product.emailsTo(subscriber.email))[0]!.text).toContain('$49');

    sameCard = await subscribe();
    expect(await view(sameCard.headers)).toMatchObject({ status: 'active', refundableUntil: null });
    expect((await call(sameCard.headers, 'POST', 'account/v1/subscription/refund')).body).toMatchObject({
      code: 'not_refundable',
      details: { reason: 'used_before' },
    });
    expect((await view(boughtBefore.headers)).refundableUntil).toEqual(expect.any(String));
  });

  it('emails each partial refund made at the provider once, with its amount', async () => {
    const { email, headers, providerId } = boughtBefore;
    const payment_intent = await getLatestPayment(product, providerId);
    const refunds = async () =>
      (await product.emailsTo(email)).filter(({ subject }) => subject.includes('refund'));
    for (const [count, amount] of [
      [1, 1000],
      [2, 1500],
    ] as const) {
      await product.stripe.refunds.create({ payment_intent, amount });
      await soon(product, async () => expect(await refunds()).toHaveLength(count));
    }
    await handleEvents(product);
    const texts = (await refunds()).map(({ text }) => /We’ve refunded (\S+)\./.exec(text)?.[1]);
    expect(texts.toSorted()).toEqual(['$10', '$15']);
    for (const { text } of await refunds()) expect(text).toContain('Your plan hasn’t changed.');
    expect(await view(headers)).toMatchObject({ status: 'active' });

    // The rest is refunded here.
    const admin = await createUser(product, { role: 'admin' });
    const body = { endSubscription: false, reason: 'Goodwill' };
    await call(admin.headers, 'POST', `admin/v1/payments/${payment_intent}/refund`, body);
    await soon(product, async () => expect(await refunds()).toHaveLength(3));
    await handleEvents(product);
    expect(await refunds()).toHaveLength(3);
  });

  it('is refunded in part and ended by staff', async () => {
    const { providerId, userId, subscriptionId, headers: owner } = sameCard;
    const admin = await createUser(product, { role: 'admin' });
    const payment = await getLatestPayment(product, providerId);
    const headers = { ...admin.headers, 'Idempotency-Key': payment };
    const refund = (body: object, by = admin.headers) =>
      call(by, 'POST', `admin/v1/payments/${payment}/refund`, body);
    const keep = { amountCents: 1000, endSubscription: false, reason: 'Goodwill' };
    expect((await refund(keep, owner)).status).toBe(403);
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
    const { body: invoices } = await call<InvoiceList>(owner, 'GET', 'account/v1/invoices');
    const [note] = (await product.stripe.creditNotes.list({ invoice: invoices.items[0]!.id })).data;
    expect(note!.refunds).toHaveLength(1);
    expect(invoices.items).toMatchObject([
      { refundedCents: 1000, creditNotes: [{ number: note!.number, amountCents: 1000 }] },
    ]);
    expect((await view(owner)).status).toBe('active');

    // The customer's own refund is not mistaken for the one by staff.
    const own = await call(owner, 'POST', 'account/v1/subscription/refund');
    expect(own.body).toMatchObject({ code: 'not_refundable', details: { reason: 'used_before' } });
    const ended = await call(admin.headers, 'POST', `admin/v1/subscriptions/${subscriptionId}/cancel`, {
      atPeriodEnd: false,
      reason: 'Abuse',
    });
    expect(ended.status).toBe(202);
    await soon(product, async () => expect((await view(owner)).status).toBe('canceled'));
    expect((await atProvider(providerId)).status).toBe('canceled');
  });

  it('is refunded with a paid upgrade; the preview and the email state the total', async () => {
    await allowGuarantee(product);
    const subscriber = await subscribe();
    const preview = (session: Record<string, string>) =>
      call(session, 'GET', 'account/v1/subscription/refund');
    expect(await preview(subscriber.headers)).toEqual({
      status: 200,
      body: { amountCents: 4900, currency: 'usd', card: { brand: 'visa', last4: '4242' } },
    });
    await advanceBothClocks(product, 1);
    const session = await openSession(subscriber);
    await changeCard(product, subscriber.providerId, '5555555555554444');
    await confirm(session, (await quote(session, 'growth', 'year')).id);
    await handleEvents(product);
    const { customer } = await atProvider(subscriber.providerId);
    const { data: charges } = await product.stripe.charges.list({ customer: String(customer) });
    expect(charges).toHaveLength(1);
    const total = 4900 + charges[0]!.amount;
    expect((await preview(session)).body).toMatchObject({ amountCents: total, card: null });

    expect((await call(session, 'POST', 'account/v1/subscription/refund')).status).toBe(200);
    await receives(subscriber, 'Your refund is on its way');
    const [email] = await product.emailsTo(subscriber.email);
    expect(email!.text).toContain(`We’ve refunded ${formatAmount(total, 'usd')}.`);
    expect((await preview(session)).body).toMatchObject({ code: 'not_refundable' });
  });

  it('is named to staff if its payment may be fraudulent', async () => {
    likelyFraud = await subscribe({ number: LIKELY_FRAUD });
    const payment = await getLatestPayment(product, likelyFraud.providerId);
    await expectAlert('A payment may be fraudulent', likelyFraud, payment);
  });

  it('counts a refund to the email address only if it was made before the purchase', async () => {
    await allowGuarantee(product);
    const guarantee = product.api.get(GuaranteeRefundsRepository);
    const { email, userId: owner } = likelyFraud;
    const purchase = (daysAgo: number) => ({
      id: likelyFraud.subscriptionId,
      createdAt: new Date(product.clock.now().getTime() - daysAgo * 86_400_000),
    });
    const refund = (userId: string, daysAgo: number) =>
      product.database.transaction(() =>
        guarantee.add({ userId, email, cardFingerprint: null }, purchase(daysAgo)),
      );
    expect(await refund(randomUUID(), 0)).toBe(true);
    expect((await view(likelyFraud.headers)).refundableUntil).toEqual(expect.any(String));
    expect(await refund(randomUUID(), -1)).toBe(false);
    expect(await refund(owner, 1)).toBe(true);
    expect(await refund(owner, 1)).toBe(false);
  });

  it('ends when the bank returns a payment, which is named to staff, and its data is kept for thirty days', async () => {
    const subscriber = await subscribe({ number: DISPUTED });
    const payment = await getLatestPayment(product, subscriber.providerId);
    const { headers } = subscriber;
    expect(await view(headers)).toMatchObject({ endedByDispute: false, dataKeptUntil: null });
    const dispute = await soon(product, async () => {
      const { data } = await product.stripe.disputes.list({ payment_intent: payment });
      expect(data).toHaveLength(1);
      return data[0]!;
    });
    await expectAlert('A customer disputed a payment', subscriber, payment);
    const rejected = { code: 'not_refundable', details: { reason: 'disputed' } };
    const admin = await createUser(product, { role: 'admin' });
    const body = { endSubscription: true, reason: 'Goodwill' };
    for (const refund of [
      await call(headers, 'POST', 'account/v1/subscription/refund'),
      await call(admin.headers, 'POST', `admin/v1/payments/${payment}/refund`, body),
    ])
      expect(refund.body).toMatchObject(rejected);
    expect(await listChanges(product, subscriber)).toEqual([]);
    await product.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'losing_evidence' } });
    await receives(subscriber, 'Your plan has ended');
    const ended = await view(headers);
    expect(ended).toMatchObject({ status: 'canceled', endedByDispute: true });
    expect(Date.parse(ended.dataKeptUntil!) - Date.parse(ended.endedAt!)).toBe(30 * 86_400_000);
    const invoices = await call<InvoiceList>(headers, 'GET', 'account/v1/invoices');
    expect(invoices.body.items).toMatchObject([{ status: 'paid', disputeStatus: 'lost' }]);
    await advanceBothClocks(product, 31);
    expect(await view(await openSession(subscriber))).toMatchObject({
      endedByDispute: true,
      dataKeptUntil: null,
    });
  });

  it('is not refundable after thirty days', async () => {
    const late = await call(await openSession(likelyFraud), 'POST', 'account/v1/subscription/refund');
    expect(late.body).toMatchObject({ code: 'not_refundable', details: { reason: 'too_late' } });
  });
});
