import { randomUUID } from 'node:crypto';
import { getPlanPrice } from '@subscription-site/shared/plans';
import type Stripe from 'stripe';
import {
  InvoicesPort,
  PaymentIntentsPort,
  PaymentProviderUnavailableError,
} from '../../src/modules/billing/index.js';
import { PlanChanges } from '../../src/modules/subscriptions/changes/plan-changes.js';
import {
  StaffSubscriptions,
  type StaffRefund,
} from '../../src/modules/subscriptions/refunds/staff-subscriptions.js';
import { EndReversedSubscription } from '../../src/modules/subscriptions/reversals/end-reversed-subscription.js';
import { RefundUnderGuarantee } from '../../src/modules/subscriptions/refunds/refund-under-guarantee.js';
import {
  RecurringSetups,
  SetUpRecurringBilling,
  Subscriptions,
  type RecurringSetup,
} from '../../src/modules/subscriptions/index.js';
import { buyOnOurPage, createCustomerWith } from '../support/customer-balance.js';
import { openHostedPage, payOnHostedPage } from '../support/open-checkouts.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { soon, allowGuarantee } from '../support/subscribers.js';
import { createUser, type SignedInUser } from '../support/users.js';

const PRICE = getPlanPrice('team', 'month').amountCents;

/** What a customer has at the provider when they buy a plan: a credit is negative, a debt positive. */
const BALANCES = [
  { name: 'a credit of the price', cents: -PRICE, when: 'before' },
  { name: 'all but a few cents', cents: 20 - PRICE, when: 'after' },
  { name: 'a debt', cents: 1000, when: 'before' },
] as const;

describe("a customer's balance at the payment provider", () => {
  const product = useFixture(startPaymentFixture);

  const get = <T>(type: abstract new (...args: never[]) => T): T => product.api.get(type);
  const getBalance = async (id: string) =>
    ((await product.stripe.customers.retrieve(id)) as Stripe.Customer).balance;

  /** A plan that was paid with a card, before recurring billing is set up. */
  const buy = async (balance: number) => {
    const user = await createUser(product);
    const customer = await createCustomerWith(product, user, balance);
    const { paymentIntentId } = await buyOnOurPage(product, user);
    const subscription = (await get(Subscriptions).findCurrentByUser(user.id))!;
    return { user, customer, paymentIntentId, subscription };
  };
  const buyOnHostedPage = async (planName: string, balance: number) => {
    const user = await createUser(product);
    const customer = await createCustomerWith(product, user, balance);
    await payOnHostedPage(product, user, await openHostedPage(product, user, planName));
    return { user, customer };
  };
  /** Under the guarantee, which each card has once. */
  const refundPlan = async ({ id }: SignedInUser) => {
    await allowGuarantee(product);
    expect(await get(RefundUnderGuarantee).refund(id)).toMatchObject({ status: 'succeeded' });
  };
  /** Of the customer's own payments at the provider, after refunds. The first one on our page has no customer. */
  const chargedCents = async (customer: string) =>
    (await product.stripe.charges.list({ customer })).data.reduce(
      (sum, { amount_captured: captured, amount_refunded: refunded }) => sum + captured - refunded,
      0,
    );
  const receives = (address: string, subject: string) =>
    soon(product, async () => {
      const emails = (await product.emailsTo(address)).filter((email) => email.subject === subject);
      expect(emails).toHaveLength(1);
      return emails.map(({ text }) => text.replaceAll(/\s+/g, ' '));
    });
  /** Tests that need a worker are first, because it handles the events of all tests before them. */
  const withWorker = async <T>(work: () => Promise<T>): Promise<T> => {
    const worker = await product.startWorker();
    const result = await work();
    await worker.close();
    return result;
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

  it('is returned if it has paid a second plan on the hosted page', async () => {
    const user = await createUser(product);
    const customer = await createCustomerWith(product, user, -30_000);
    const sessions = [
      await openHostedPage(product, user, 'team'),
      await openHostedPage(product, user, 'growth'),
    ];
    for (const session of sessions) await payOnHostedPage(product, user, session);
    expect(await getBalance(customer)).toBe(-30_000 + PRICE + getPlanPrice('growth', 'month').amountCents);

    const emails = await withWorker(() => receives(user.email, 'Your payment was refunded'));
    expect(emails[0]).toContain('You paid with account credit. We’ve returned it, so you can use it again.');
    expect(await getBalance(customer)).toBe(-30_000 + PRICE);
  });

  it('and items that the provider adds to the first invoice are reported to staff', async () => {
    const bought = await buy(-1835);
    await product.stripe.invoiceItems.create({ customer: bought.customer, amount: 700, currency: 'usd' });
    await setUp(bought);
    expect(await getBalance(bought.customer)).toBe(-1835);

    const alerts = await withWorker(() =>
      receives(product.settings.supportEmail, 'An invoice doesn’t match its payment'),
    );
    expect(alerts).toEqual([expect.stringMatching(`${bought.user.email}.*Total: \\$56 Paid: \\$49 `)]);
  });

  // Random balances: faults/random-credits.
  it.each(BALANCES)(
    'is unchanged by a payment with a card and its refund when each call of the setup fails $when it takes effect: $name',
    async ({ cents: balance, when }) => {
      const bought = await buy(balance);
      await failEachCall(when);
      const setup = await setUp(bought);
      const unmet = (await repair()).filter((path) => !path.includes('invoices'));
      expect(unmet).toEqual([]);

      expect(setup).toMatchObject({ subscription: { status: 'active' }, differingInvoice: null });
      expect(await getBalance(bought.customer)).toBe(balance);
      const { data: created } = await product.stripe.subscriptions.list({
        customer: bought.customer,
        status: 'all',
      });
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
      const { data: charges } = await product.stripe.charges.list({ customer });
      expect(charges.filter(({ paid }) => paid)).toEqual([]);
      await refundPlan(bought.user);
      expect(await get(PaymentIntentsPort).find(paymentIntentId)).toMatchObject({
        receivedCents: PRICE,
        refundedCents: PRICE,
      });
      expect(await getBalance(customer)).toBe(balance);
    },
  );

  it('is used for a plan bought on the hosted page, and returned if that is refunded', async () => {
    const { user, customer } = await buyOnHostedPage('team', -1835);
    const [event] = await product.database.query<{ payload: { paid: object } }>({
      text: `select payload from outbox_events where topic = 'subscription.activated' and payload->>'userId' = $1`,
      values: [user.id],
    });
    expect(event!.payload.paid).toEqual({ amount: PRICE - 1835, currency: 'usd' });
    expect(await getBalance(customer)).toBe(0);

    await refundPlan(user);
    expect(await chargedCents(customer)).toBe(0);
    expect(await getBalance(customer)).toBe(-1835);
  });

  it('is used for an upgrade, as quoted, and returned if that is refunded with the plan', async () => {
    // Our clock is ahead of the provider's: by its clock, the upgrade is paid before the purchase.
    product.clock.advance(30);
    const bought = await buy(0);
    const { user, customer } = bought;
    await setUp(bought);
    await product.stripe.customers.createBalanceTransaction(customer, { amount: -1000, currency: 'usd' });
    const { id, lines, dueNowCents } = await get(PlanChanges).quote(user.id, 'growth', 'month');
    expect(lines.at(-1)).toEqual({ description: 'Applied balance', amountCents: -1000 });
    expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(dueNowCents);
    expect(await get(PlanChanges).confirm(user.id, id)).toEqual({ status: 'applied' });
    expect(await chargedCents(customer)).toBe(dueNowCents);
    expect(await getBalance(customer)).toBe(0);

    await refundPlan(user);
    expect(await chargedCents(customer)).toBe(0);
    expect(await get(PaymentIntentsPort).find(bought.paymentIntentId)).toMatchObject({
      refundedCents: PRICE,
    });
    expect(await getBalance(customer)).toBe(-1000);
  });

  describe('that has paid a part of a plan', () => {
    let actorId: string;
    beforeAll(async () => {
      actorId = (await createUser(product, { role: 'admin' })).id;
    });
    const buyWithCredit = async () => {
      const { customer } = await buyOnHostedPage('team', -1835);
      const [charge] = (await product.stripe.charges.list({ customer })).data;
      return { customer, paymentIntentId: String(charge!.payment_intent) };
    };
    const refundByStaff = async (paymentIntentId: string, terms: Partial<StaffRefund> = {}) =>
      get(StaffSubscriptions).refund(actorId, {
        paymentIntentId,
        endSubscription: true,
        reason: 'Goodwill',
        ...terms,
      });
    const applyReversal = (paymentIntentId: string, attempt = 1) =>
      get(EndReversedSubscription).endIfReversed(paymentIntentId, { eventId: randomUUID(), attempt });

    it('is returned, once, when the rest of the payment is refunded at the provider', async () => {
      const { customer, paymentIntentId } = await buyWithCredit();
      await product.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 });
      await applyReversal(paymentIntentId);
      expect(await getBalance(customer)).toBe(0);

      await product.stripe.refunds.create({ payment_intent: paymentIntentId });
      await applyReversal(paymentIntentId);
      expect(await getBalance(customer)).toBe(-1835);
      await applyReversal(paymentIntentId);
      expect(await getBalance(customer)).toBe(-1835);
    });

    it('is lost with a customer who was deleted at the provider, and the plan ends', async () => {
      const { customer, paymentIntentId } = await buyWithCredit();
      await product.stripe.customers.del(customer);
      await product.stripe.refunds.create({ payment_intent: paymentIntentId });
      expect(await applyReversal(paymentIntentId)).toMatchObject({ endReason: 'refunded' });
    });

    it('is returned, once, when staff refund the payment and calls fail before and after they take effect', async () => {
      const { customer, paymentIntentId } = await buyWithCredit();
      expect(await refundByStaff(paymentIntentId)).toMatchObject({ status: 'succeeded' });
      const failure = { kind: 'error', final: true, method: 'POST', path: '/v1/customers/.*/balance.*$' };
      for (const when of ['before', 'after']) {
        await product.control('api-failures', { ...failure, when });
        await expect(applyReversal(paymentIntentId)).rejects.toThrow(PaymentProviderUnavailableError);
      }
      await applyReversal(paymentIntentId, 2);
      expect(await repair()).toEqual([]);
      expect(await getBalance(customer)).toBe(-1835);
    });

    it('stays used when staff refund a part and end the plan, and is then returned once by concurrent calls', async () => {
      const { customer, paymentIntentId } = await buyWithCredit();
      const part = { amountCents: 100 };
      expect(await refundByStaff(paymentIntentId, part)).toMatchObject({ status: 'succeeded' });
      await applyReversal(paymentIntentId);
      expect(await getBalance(customer)).toBe(0);
      const [invoice] = (await product.stripe.invoices.list({ customer })).data;
      await Promise.all([1, 2].map(() => get(InvoicesPort).returnBalance(invoice!.id!)));
      expect(await getBalance(customer)).toBe(-1835);
    });
  });

  it('is not returned under the guarantee if it has paid everything, and the error says who can', async () => {
    const { user } = await buyOnHostedPage('team', -PRICE);
    await expect(get(RefundUnderGuarantee).refund(user.id)).rejects.toThrow(/contact support/);
  });
});
