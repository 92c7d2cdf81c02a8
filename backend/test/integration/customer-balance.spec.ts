import { planPriceOf } from '@subscription-site/shared/plans';
import type Stripe from 'stripe';
import { InvoicesPort, PaymentIntentsPort, ProviderCustomers } from '../../src/modules/billing/index.js';
import { RefundUnderGuarantee } from '../../src/modules/subscriptions/refunds/refund-under-guarantee.js';
import {
  RecurringSetups,
  SetUpRecurringBilling,
  Subscriptions,
  type RecurringSetup,
} from '../../src/modules/subscriptions/index.js';
import { eventually } from '../support/eventually.js';
import { stripeClientFor } from '../support/open-checkouts.js';
import { payWithCard, startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { buildPurchase, openCheckout, prepareCheckout, processPayment } from '../support/purchase.js';
import { createUser, type SignedInUser } from '../support/users.js';

const PRICE = planPriceOf('team', 'month').amountCents;

/** What a customer has at the provider when they buy a plan: a credit is negative, a debt positive. */
const BALANCES = {
  'a credit of the price': -PRICE,
  'a smaller credit': -1835,
  'a larger credit': -6000,
  'all but a few cents': 20 - PRICE,
  'a debt': 1000,
  nothing: 0,
};

describe("a customer's balance at the payment provider", () => {
  let product: PaymentFixture;
  let stripe: Stripe;

  beforeAll(async () => {
    product = await startPaymentFixture();
    stripe = stripeClientFor(product);
  });
  afterAll(() => product?.stop());

  const get = <T>(type: abstract new (...args: never[]) => T): T => product.api.get(type, { strict: false });
  const customerWith = async (user: SignedInUser, balance: number) => {
    const { id } = await stripe.customers.create({ email: user.email, metadata: { user_id: user.id } });
    const adjustment = { amount: balance, currency: 'usd' };
    if (balance !== 0) await stripe.customers.createBalanceTransaction(id, adjustment);
    await product.database.transaction(() => get(ProviderCustomers).save(user.id, id));
    return id;
  };
  const balanceOf = async (id: string) => ((await stripe.customers.retrieve(id)) as Stripe.Customer).balance;

  /** A plan that was paid with a card, before recurring billing is set up. */
  const buy = async (balance: number) => {
    const user = await createUser(product);
    const customer = await customerWith(user, balance);
    const purchase = buildPurchase({ email: user.email });
    const opened = await openCheckout(product, purchase);
    await prepareCheckout(product, purchase, opened, user.headers);
    await payWithCard(product, opened.clientSecret, { email: user.email });
    const { status } = await processPayment(product, purchase, opened, user.headers);
    expect(status).toBe(200);
    const subscription = (await get(Subscriptions).findCurrentOf(user.id))!;
    return { user, customer, paymentIntentId: opened.paymentIntentId, subscription };
  };
  type Bought = Awaited<ReturnType<typeof buy>>;

  /** Retries until it works. */
  const setUp = async ({ subscription, paymentIntentId }: Bought): Promise<RecurringSetup> => {
    for (let attempt = 1; attempt < 20; attempt += 1) {
      const setup = await get(SetUpRecurringBilling)
        .setUp(subscription, paymentIntentId, attempt)
        .catch(() => undefined);
      if (!setup) continue;
      await product.database.transaction(() => get(RecurringSetups).record(subscription.id, setup));
      return setup;
    }
    throw new Error('never set up');
  };
  const failEachCall = async (when: 'before' | 'after') => {
    const paths = [
      'subscriptions',
      'subscriptions/[^/]+',
      'invoices/[^/]+(/[^/]+)?',
      'customers/.*/balance.*',
    ];
    for (const path of paths)
      await product.control('api-failures', {
        kind: 'error',
        final: true,
        when,
        method: 'POST',
        path: `/v1/${path}$`,
        count: path.startsWith('invoices') ? 2 : 1,
      });
  };
  /** Returns the failures that no call has met. */
  const repair = async () => {
    const controls = `${product.payments.url}/controls`;
    const { apiFailures } = (await (await fetch(controls)).json()) as { apiFailures: { path: string }[] };
    await fetch(controls, { method: 'DELETE' });
    return apiFailures.map(({ path }) => path);
  };

  describe.each(['before', 'after'] as const)('when each call fails %s it takes effect', (when) => {
    it.each(Object.entries(BALANCES))('is as before a payment with a card: %s', async (_, balance) => {
      const bought = await buy(balance);
      await failEachCall(when);
      const setup = await setUp(bought);
      const unmet = await repair();
      if (balance !== 0) expect(unmet).not.toContainEqual(expect.stringMatching('subscriptions|customers'));

      expect(setup).toMatchObject({ subscription: { status: 'active' }, differingInvoice: null });
      expect(await balanceOf(bought.customer)).toBe(balance);
      const { data: created } = await stripe.subscriptions.list({ customer: bought.customer, status: 'all' });
      expect(created).toHaveLength(1);
      const { customer, paymentIntentId } = bought;
      const invoice = await get(InvoicesPort).findFirst(setup.subscription.id);
      expect(invoice).toMatchObject({
        status: 'paid',
        paymentIntentId,
        totalCents: PRICE,
        amountDueCents: PRICE,
        amountPaidCents: PRICE,
      });
      const { data: charges } = await stripe.charges.list({ customer });
      expect(charges.filter(({ paid }) => paid)).toEqual([]);
      expect(await get(PaymentIntentsPort).find(paymentIntentId)).toMatchObject({ receivedCents: PRICE });
    });
  });

  it('stays, and the card is refunded, when a plan is refunded that the credit would have paid', async () => {
    await product.database.query({ text: 'delete from guarantee_refunds' });
    const bought = await buy(-PRICE);
    const { subscription } = await setUp(bought);

    const refund = await get(RefundUnderGuarantee).refund(bought.user.id);

    expect(refund.status).toBe('succeeded');
    expect(await get(PaymentIntentsPort).find(bought.paymentIntentId)).toMatchObject({
      refundedCents: PRICE,
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect(await balanceOf(bought.customer)).toBe(-PRICE);
  });

  it('and items that the provider adds to the first invoice are reported to staff', async () => {
    const bought = await buy(-1835);
    const item = { customer: bought.customer, amount: 700, currency: 'usd' };
    await stripe.invoiceItems.create(item);
    await setUp(bought);
    expect(await balanceOf(bought.customer)).toBe(-1835);

    await product.startWorker();
    await eventually(async () => {
      const emails = await product.emailsTo(product.settings.supportEmail);
      const alerts = emails.filter(({ subject }) => subject === "An invoice doesn't match its payment");
      expect(alerts.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([
        expect.stringMatching(new RegExp(`${bought.user.email}.*Total: \\$56 Paid: \\$49 `)),
      ]);
    });
  });
});
