import type { Stripe } from 'stripe';
import { describeSandboxOnly, openProvider, type Provider } from '../support/provider.ts';
import {
  AMOUNT_CENTS,
  createPrice,
  payOnPage,
  subscribeFor,
  type SubscribedCustomer,
} from '../support/purchase.ts';

let provider: Provider;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
  price = await createPrice(stripe);
});
afterAll(() => provider.close());

const adjust = (
  customer: string,
  amount: number,
  metadata = {},
): Promise<Stripe.CustomerBalanceTransaction> =>
  stripe.customers.createBalanceTransaction(customer, { amount, currency: 'usd', metadata });
const getBalance = async (id: string): Promise<number> =>
  ((await stripe.customers.retrieve(id)) as Stripe.Customer).balance;
const listTransactions = async (id: string): Promise<[type: string, amount: number, after: number][]> =>
  (await stripe.customers.listBalanceTransactions(id)).data.map(
    ({ type, amount, ending_balance: after }): [string, number, number] => [type, amount, after],
  );

/** A subscription of a customer with this balance. */
const subscribeWith = async (balance: number, item?: number): Promise<SubscribedCustomer> => {
  const customer = await stripe.customers.create({ email: 'balance@example.com' });
  if (balance !== 0) await adjust(customer.id, balance);
  if (item !== undefined)
    await stripe.invoiceItems.create({ customer: customer.id, amount: item, currency: 'usd' });
  return subscribeFor(stripe, await payOnPage(stripe), price, {}, customer);
};

describe("a customer's balance", () => {
  it('is adjusted by hand, and lists each transaction with its metadata, newest first', async () => {
    const { id } = await stripe.customers.create({ email: 'balance@example.com' });
    await adjust(id, -1835, { reason: 'goodwill' });
    const debit = await adjust(id, 835);

    expect(await getBalance(id)).toBe(-1000);
    expect(await listTransactions(id)).toEqual([
      ['adjustment', 835, -1000],
      ['adjustment', -1835, -1835],
    ]);
    const { data } = await stripe.customers.listBalanceTransactions(id, { starting_after: debit.id });
    expect(data.map(({ metadata }) => metadata)).toEqual([{ reason: 'goodwill' }]);
    expect(await stripe.customers.retrieveBalanceTransaction(id, debit.id)).toMatchObject({ amount: 835 });
  });

  it.each([
    ['a part of the price', -1835, { status: 'open', due: AMOUNT_CENTS - 1835, after: 0 }],
    ['more than the price', -6000, { status: 'paid', due: 0, after: -1100 }],
    ['all but less than can be charged', -4880, { status: 'paid', due: 0, after: 20 }],
    ['owed in addition', 1000, { status: 'open', due: AMOUNT_CENTS + 1000, after: 0 }],
  ])('that is %s is applied to the first invoice of a subscription', async (_, balance, expected) => {
    const { customer, invoice, subscription } = await subscribeWith(balance);

    expect(invoice).toMatchObject({
      total: AMOUNT_CENTS,
      status: expected.status,
      amount_due: expected.due,
      amount_remaining: expected.due,
      starting_balance: balance,
      ending_balance: expected.after,
    });
    const isPaid = expected.status === 'paid';
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe(
      isPaid ? 'active' : 'incomplete',
    );
    expect(await getBalance(customer.id)).toBe(expected.after);
    const { data } = await stripe.customers.listBalanceTransactions(customer.id, { invoice: invoice.id });
    expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected.after - balance);
  });

  it('is returned when the invoice is voided', async () => {
    const { customer, invoice } = await subscribeWith(-1835);
    await stripe.invoices.voidInvoice(invoice.id);

    expect(await getBalance(customer.id)).toBe(-1835);
    expect((await listTransactions(customer.id))[0]).toEqual(['unapplied_from_invoice', -1835, -1835]);
  });

  it('stays used when the invoice is paid out of band, until it is adjusted; the invoice can then name its payment', async () => {
    const { customer, invoice } = await subscribeWith(-1835);
    await stripe.invoices.pay(invoice.id, { paid_out_of_band: true });
    expect(await getBalance(customer.id)).toBe(0);

    const named = await stripe.invoices.update(invoice.id, { metadata: { payment_intent: 'pi_1' } });
    await adjust(customer.id, -1835, { returned_from_invoice: invoice.id });

    expect(named).toMatchObject({ status: 'paid', metadata: { payment_intent: 'pi_1' } });
    expect(named).toMatchObject({ starting_balance: -1835, ending_balance: 0 });
    expect(await getBalance(customer.id)).toBe(-1835);
  });

  it('that has paid an invoice in full can be followed by a credit note for a refund out of band', async () => {
    const { customer, invoice } = await subscribeWith(-AMOUNT_CENTS);
    const note = await stripe.creditNotes.create({
      invoice: invoice.id,
      amount: AMOUNT_CENTS,
      out_of_band_amount: AMOUNT_CENTS,
    });

    expect(note).toMatchObject({ amount: AMOUNT_CENTS, customer_balance_transaction: null });
    expect(await getBalance(customer.id)).toBe(0);
  });

  it('grows by the credited amount of a credit note', async () => {
    const { customer, invoice } = await subscribeWith(-AMOUNT_CENTS);
    const note = await stripe.creditNotes.create({ invoice: invoice.id, amount: 500, credit_amount: 500 });

    expect(await getBalance(customer.id)).toBe(-500);
    const id = String(note.customer_balance_transaction);
    expect(await stripe.customers.retrieveBalanceTransaction(customer.id, id)).toMatchObject({
      type: 'credit_note',
      amount: -500,
      credit_note: note.id,
    });
  });

  it('is returned when a change of price is not paid', async () => {
    const { customer, subscription } = await subscribeWith(-AMOUNT_CENTS);
    const declining = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    });
    await adjust(customer.id, -100);
    const higher = await createPrice(stripe, 2 * AMOUNT_CENTS);
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]!.id, price: higher.id }],
      default_payment_method: declining.id,
      proration_behavior: 'always_invoice',
      payment_behavior: 'allow_incomplete',
    });
    const invoice = await stripe.invoices.retrieve(String(changed.latest_invoice));
    expect(invoice).toMatchObject({ status: 'open', amount_due: invoice.total - 100 });

    await stripe.invoices.voidInvoice(invoice.id);
    expect(await getBalance(customer.id)).toBe(-100);
  });
});

it.each([1000, -1000])('An invoice item of %d cents is added to the first invoice', async (cents) => {
  const { invoice } = await subscribeWith(0, cents);
  expect(invoice).toMatchObject({ total: AMOUNT_CENTS + cents, amount_due: AMOUNT_CENTS + cents });
  expect(invoice.lines.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
    [AMOUNT_CENTS, cents].sort((a, b) => a - b),
  );
});

describeSandboxOnly('a hosted checkout', () => {
  /** Pays on the hosted page, as its script does. Returns the card. */
  const payHostedPage = async ({ id }: Stripe.Checkout.Session): Promise<string> => {
    const created = await fetch(`${provider.url}/v1/payment_methods`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2070',
        'card[cvc]': '123',
      }),
    });
    const card = (await created.json()) as Stripe.PaymentMethod;
    const paid = await fetch(`${provider.url}/checkout/${id}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_method: card.id }),
    });
    expect(await paid.json()).toEqual({ outcome: 'complete' });
    return card.id;
  };

  it.each([
    ['entirely', -AMOUNT_CENTS, 'no_payment_required'],
    ['partly', -1835, 'paid'],
  ])(
    'whose first period is %s paid by the balance saves the card for the next periods',
    async (_, balance, payment_status) => {
      const customer = await stripe.customers.create({ email: 'balance@example.com' });
      await adjust(customer.id, balance);
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customer.id,
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: 'https://example.com/success',
      });

      const card = await payHostedPage(session);

      const completed = await stripe.checkout.sessions.retrieve(session.id);
      expect(completed).toMatchObject({ status: 'complete', payment_status });
      const subscription = await stripe.subscriptions.retrieve(String(completed.subscription));
      expect(subscription).toMatchObject({ status: 'active', default_payment_method: card });
      expect((await stripe.paymentMethods.retrieve(card)).customer).toBe(customer.id);
      expect(await getBalance(customer.id)).toBe(0);
    },
  );
});
