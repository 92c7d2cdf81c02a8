import type { Stripe } from 'stripe';
import {
  control,
  describeSandboxOnly,
  catchError,
  openProvider,
  type Provider,
} from '../support/provider.ts';
import { activeSubscription, createPrice, payOnPage } from '../support/purchase.ts';

const DAY = 24 * 3600;

let provider: Provider;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
  price = await createPrice(stripe);
});
afterAll(() => provider.close());

/** The paid invoice and the payment of a change that was invoiced immediately, like those of a renewal. */
async function paidInvoice(): Promise<{ invoice: Stripe.Invoice; intentId: string }> {
  const higher = await createPrice(stripe, 9900);
  const before = await activeSubscription(stripe, price);
  const { latest_invoice: latest } = await stripe.subscriptions.update(before.id, {
    items: [{ id: before.items.data[0]?.id, price: higher.id }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice.payments'],
  });
  const invoice = latest as Stripe.Invoice;
  return { invoice, intentId: String(invoice.payments?.data[0]?.payment.payment_intent) };
}

describe('a credit note', () => {
  it('refunds a part of a paid invoice', async () => {
    const { invoice, intentId } = await paidInvoice();

    const note = await stripe.creditNotes.create({
      invoice: invoice.id,
      amount: 1000,
      refund_amount: 1000,
      reason: 'product_unsatisfactory',
    });

    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    expect(note).toMatchObject({ status: 'issued', amount: 1000, type: 'post_payment' });
    expect(note.number).toContain(invoice.number);
    expect(note.refunds[0]).toMatchObject({ amount_refunded: 1000 });
    expect((intent.latest_charge as Stripe.Charge).amount_refunded).toBe(1000);
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
      status: 'paid',
      post_payment_credit_notes_amount: 1000,
    });
  });

  it('documents a refund that was made before', async () => {
    const { invoice, intentId } = await paidInvoice();
    const refund = await stripe.refunds.create({ payment_intent: intentId, amount: 700 });

    const note = await stripe.creditNotes.create({
      invoice: invoice.id,
      amount: 700,
      refunds: [{ refund: refund.id, amount_refunded: 700 }],
    });

    const { data } = await stripe.creditNotes.list({ invoice: invoice.id });
    expect(note.refunds.map(({ refund: id }) => id)).toEqual([refund.id]);
    expect(data.map(({ id }) => id)).toEqual([note.id]);
  });

  it("doesn't document a refund of another payment", async () => {
    const { invoice } = await paidInvoice();
    const other = await paidInvoice();
    const refund = await stripe.refunds.create({ payment_intent: other.intentId, amount: 700 });
    const refunds = [{ refund: refund.id, amount_refunded: 700 }];

    await expect(stripe.creditNotes.create({ invoice: invoice.id, amount: 700, refunds })).rejects.toThrow(
      /not associated/,
    );
  });

  it('credits the balance of the customer', async () => {
    const { invoice } = await paidInvoice();

    await stripe.creditNotes.create({ invoice: invoice.id, amount: 500, credit_amount: 500 });

    const customer = (await stripe.customers.retrieve(String(invoice.customer))) as Stripe.Customer;
    expect(customer.balance).toBe(-500);
  });

  it('reduces what is due on an open invoice, until it is voided', async () => {
    const higher = await createPrice(stripe, 9900);
    const before = await activeSubscription(stripe, price, 'pm_card_chargeCustomerFail');
    const { latest_invoice: latest } = await stripe.subscriptions.update(before.id, {
      items: [{ id: before.items.data[0]?.id, price: higher.id }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    const invoice = latest as Stripe.Invoice;

    const note = await stripe.creditNotes.create({ invoice: invoice.id, amount: 100 });
    const reduced = await stripe.invoices.retrieve(invoice.id);
    const voided = await stripe.creditNotes.voidCreditNote(note.id);

    expect(note.type).toBe('pre_payment');
    expect(reduced.amount_remaining).toBe(invoice.amount_remaining - 100);
    expect(voided.status).toBe('void');
    expect((await stripe.invoices.retrieve(invoice.id)).amount_remaining).toBe(invoice.amount_remaining);
  });

  it('rejects more than was paid, and a sum that differs from its amount', async () => {
    const { invoice } = await paidInvoice();
    const create = (params: Partial<Stripe.CreditNoteCreateParams>): Promise<unknown> =>
      stripe.creditNotes.create({ invoice: invoice.id, ...params });

    const tooMuch = await catchError(create({ amount: invoice.total + 1, refund_amount: invoice.total + 1 }));
    const different = await catchError(create({ amount: 500, refund_amount: 300 }));

    expect([tooMuch.statusCode, different.statusCode]).toEqual([400, 400]);
  });
});

describeSandboxOnly('a refund that the bank returns', () => {
  it('fails later, and the charge counts as not refunded', async () => {
    const { invoice, intentId } = await paidInvoice();
    const refund = await stripe.refunds.create({ payment_intent: intentId });

    await control(provider.url, `refunds/${refund.id}/resolve`, { outcome: 'failed' });

    const charge = await stripe.charges.retrieve(String(refund.charge));
    const types = (await stripe.events.list({ type: 'refund.*', limit: 5 })).data.map(({ type }) => type);
    expect(refund).toMatchObject({ status: 'succeeded', amount: invoice.amount_paid });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect(types).toContain('refund.failed');
  });
});

describeSandboxOnly('a dispute that a control opens', () => {
  async function dispute(body: object = {}): Promise<{ dispute: Stripe.Dispute; intentId: string }> {
    const { id: intentId } = await payOnPage(stripe);
    const opened = await control(provider.url, `charges/${intentId}/dispute`, body);
    return { dispute: await stripe.disputes.retrieve(String(opened['id'])), intentId };
  }

  async function typesFor(id: string): Promise<string[]> {
    const { data } = await stripe.events.list({ type: 'charge.dispute.*', limit: 100 });
    return data
      .filter(({ data: { object } }) => (object as { id: string }).id === id)
      .map(({ type }) => type.replace('charge.dispute.', ''))
      .toReversed();
  }

  it('withdraws the funds and blocks refunds', async () => {
    const { dispute: opened, intentId } = await dispute({ reason: 'product_not_received', respondInDays: 3 });

    const error = await catchError(stripe.refunds.create({ payment_intent: intentId }));

    expect(opened).toMatchObject({ status: 'needs_response', reason: 'product_not_received', amount: 4900 });
    expect((opened.evidence_details.due_by ?? 0) - opened.created).toBe(3 * DAY);
    expect(error.code).toBe('charge_disputed');
    expect(await typesFor(opened.id)).toEqual(['created', 'funds_withdrawn']);
  });

  it.each([
    ['won', ['created', 'funds_withdrawn', 'funds_reinstated', 'closed']],
    ['lost', ['created', 'funds_withdrawn', 'closed']],
  ])('can be %s', async (outcome, types) => {
    const { dispute: opened } = await dispute();

    await control(provider.url, `disputes/${opened.id}/close`, { outcome });

    expect((await stripe.disputes.retrieve(opened.id)).status).toBe(outcome);
    expect(await typesFor(opened.id)).toEqual(types);
  });

  it('can be an inquiry, which leaves the charge refundable', async () => {
    const { dispute: opened, intentId } = await dispute({ inquiry: true });

    const refund = await stripe.refunds.create({ payment_intent: intentId });

    expect(opened.status).toBe('warning_needs_response');
    expect(refund.status).toBe('succeeded');
    expect(await typesFor(opened.id)).toEqual(['created']);
  });

  it('is lost if no one responds in time', async () => {
    const { dispute: opened } = await dispute({ respondInDays: 2 });

    await control(provider.url, 'clock', { advanceSeconds: 2 * DAY + 1 });

    expect((await stripe.disputes.retrieve(opened.id)).status).toBe('lost');
  });
});

describeSandboxOnly('an early fraud warning', () => {
  it('is listed with its charge and sends an event', async () => {
    const { id } = await payOnPage(stripe);

    await control(provider.url, `charges/${id}/fraud-warning`, {});

    const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: id });
    const [event] = (await stripe.events.list({ type: 'radar.early_fraud_warning.created' })).data;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ actionable: true, payment_intent: id });
    expect(event?.data.object).toMatchObject({ id: data[0]?.id });
  });
});
