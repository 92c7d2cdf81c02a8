import {
  BILLING_INTERVALS,
  PAID_PLANS,
  planPriceOf,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import type Stripe from 'stripe';
import {
  ChangeNotPossibleError,
  NoSubscriptionError,
} from '../../src/modules/subscriptions/changes/change-errors.js';
import { PlanChanges } from '../../src/modules/subscriptions/changes/plan-changes.js';
import { NotRefundableError } from '../../src/modules/subscriptions/refunds/refund-errors.js';
import { RefundUnderGuarantee } from '../../src/modules/subscriptions/refunds/refund-under-guarantee.js';
import {
  buyOnOurPage,
  createCustomerWith,
  openHostedPage,
  payOnHostedPage,
} from '../support/customer-balance.js';
import { stripeClientFor } from '../support/open-checkouts.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { randomFrom } from '../support/random.js';
import { handleEvents, liveThrough, subscriberWith } from '../support/subscribers.js';
import { createUser, type SignedInUser } from '../support/users.js';

const COMBINATIONS = 200;
const SEED = 20_261_127;
/** Of a balance, in both directions: more than a year of the larger plan. */
const MAX_CENTS = 120_000;
const STEPS = ['change', 'change', 'change', 'credit', 'month', 'refund'] as const;

interface Customer {
  user: SignedInUser;
  customer: string;
  /** What the customer had, and what the provider has added since. */
  grantedCents: number;
  /** Of the payment on our page, which has no customer at the provider. */
  paymentIntentId?: string;
}

describe('credits and debts of customers, who buy, change and refund plans', () => {
  let product: PaymentFixture;
  let stripe: Stripe;
  let changes: PlanChanges;
  let random: (below: number) => number;

  beforeAll(async () => {
    product = await startPaymentFixture();
    await product.startWorker();
    stripe = stripeClientFor(product);
    changes = product.api.get(PlanChanges, { strict: false });
    random = randomFrom(SEED);
  });
  afterAll(() => product?.stop());

  const randomPlan = (): [PaidPlan, BillingInterval] => [
    PAID_PLANS[random(2)]!,
    BILLING_INTERVALS[random(2)]!,
  ];
  const randomBalance = () => (random(5) === 0 ? 0 : random(2 * MAX_CENTS) - MAX_CENTS);
  const balanceOf = async ({ customer }: Customer) =>
    ((await stripe.customers.retrieve(customer)) as Stripe.Customer).balance;
  /** After refunds. */
  const chargedCents = async ({ customer, paymentIntentId }: Customer) => {
    const { data } = await stripe.charges.list({ customer, limit: 100 });
    const first = paymentIntentId
      ? (await stripe.charges.list({ payment_intent: paymentIntentId })).data
      : [];
    const charges = new Map([...data, ...first].map((charge) => [charge.id, charge]));
    return [...charges.values()].reduce(
      (sum, { amount_captured: captured, amount_refunded: refunded }) => sum + captured - refunded,
      0,
    );
  };
  /** The total of all invoices that were paid. */
  const invoicedCents = async ({ customer }: Customer) => {
    const { data } = await stripe.invoices.list({ customer, status: 'paid', limit: 100 });
    return data.reduce((sum, { total }) => sum + total, 0);
  };
  /** What invoices have used of the balance, and the card has paid, is what was invoiced. */
  const owed = async (customer: Customer) => {
    const usedCents = (await balanceOf(customer)) - customer.grantedCents;
    return { charged: await chargedCents(customer), owed: (await invoicedCents(customer)) - usedCents };
  };

  const buy = async (): Promise<Customer & { description: string }> => {
    const user = await createUser(product);
    const grantedCents = randomBalance();
    const customer = await createCustomerWith(product, stripe, user, grantedCents);
    const bought = { user, customer, grantedCents };
    const [planName, interval] = randomPlan();
    if (random(2) === 0) {
      await payOnHostedPage(product, user, await openHostedPage(product, user, planName));
      return { ...bought, description: `${grantedCents}: ${planName} on the hosted page` };
    }
    const { amountCents: amount } = planPriceOf(planName, interval);
    const { paymentIntentId } = await buyOnOurPage(product, user, { planName, amount });
    return { ...bought, paymentIntentId, description: `${grantedCents}: ${planName} a ${interval}` };
  };
  /** Returns what went wrong. */
  const change = async (customer: Customer): Promise<string | undefined> => {
    const [plan, interval] = randomPlan();
    try {
      const { id, dueNowCents } = await changes.quote(customer.user.id, plan, interval);
      const before = await chargedCents(customer);
      await changes.confirm(customer.user.id, id);
      const charged = (await chargedCents(customer)) - before;
      return charged === dueNowCents ? undefined : `quoted ${dueNowCents}, charged ${charged}`;
    } catch (error) {
      if (error instanceof ChangeNotPossibleError) return undefined;
      throw error;
    }
  };
  const addToBalance = async (customer: Customer) => {
    const amount = randomBalance();
    if (amount === 0) return;
    await stripe.customers.createBalanceTransaction(customer.customer, { amount, currency: 'usd' });
    customer.grantedCents += amount;
  };
  /** False if the guarantee doesn't cover the plan. Each card has it once. */
  const refund = async ({ user }: Customer): Promise<boolean> => {
    await product.database.query({ text: 'delete from guarantee_refunds' });
    try {
      await product.api.get(RefundUnderGuarantee, { strict: false }).refund(user.id);
      return true;
    } catch (error) {
      if (error instanceof NotRefundableError || error instanceof NoSubscriptionError) return false;
      throw error;
    }
  };
  /** Returns what went wrong. */
  const check = async (customer: Customer, isRefunded: boolean): Promise<string | undefined> => {
    if (!isRefunded) {
      const state = await owed(customer);
      return state.charged === state.owed ? undefined : `charged ${state.charged}, owed ${state.owed}`;
    }
    const [charged, balance] = [await chargedCents(customer), await balanceOf(customer)];
    if (charged === 0 && balance === customer.grantedCents) return undefined;
    return `after the refund, ${charged} charged, balance ${balance} instead of ${customer.grantedCents}`;
  };

  it(`end with what is owed being charged, to the cent, in ${COMBINATIONS} combinations`, async () => {
    const wrong: object[] = [];
    const counts: Record<string, number> = {};
    for (let made = 0; made < COMBINATIONS; made += 1) {
      const customer = await buy();
      await handleEvents(product);
      const { providerId } = await subscriberWith(product, customer.user.email);
      const history = [customer.description];
      for (let step = random(4); step >= 0; step -= 1) {
        const kind = STEPS[random(STEPS.length)]!;
        history.push(kind);
        counts[kind] = (counts[kind] ?? 0) + 1;
        let problem: string | undefined;
        if (kind === 'change') problem = await change(customer);
        if (kind === 'credit') await addToBalance(customer);
        if (kind === 'month') await liveThrough(product, 1 + random(60));
        const isRefunded = kind === 'refund' && (await refund(customer));
        await handleEvents(product);
        problem ??= await check(customer, isRefunded);
        if (problem) wrong.push({ made, history: history.join(', '), problem });
        if (problem || isRefunded) break;
      }
      // Otherwise it would renew for years while the others change.
      await stripe.subscriptions.cancel(providerId).catch(() => undefined);
    }
    process.stderr.write(`${COMBINATIONS} combinations: ${JSON.stringify(counts)}\n`);
    expect({ seed: SEED, wrong }).toEqual({ seed: SEED, wrong: [] });
    for (const kind of STEPS) expect(counts[kind]).toBeGreaterThan(COMBINATIONS / 20);
  }, 900_000);
});
