import {
  BILLING_INTERVALS,
  PAID_PLANS,
  getPlanPrice,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import type Stripe from 'stripe';
import {
  ChangeNotPossibleError,
  NoSubscriptionError,
} from '../../src/modules/subscriptions/changes/change-errors.js';
import { PlanChanges } from '../../src/modules/subscriptions/changes/plan-changes.js';
import { StaffSubscriptions } from '../../src/modules/subscriptions/refunds/staff-subscriptions.js';
import { NotRefundableError } from '../../src/modules/subscriptions/refunds/refund-errors.js';
import { RefundUnderGuarantee } from '../../src/modules/subscriptions/refunds/refund-under-guarantee.js';
import { buyOnOurPage, createCustomerWith } from '../support/customer-balance.js';
import { openHostedPage, payOnHostedPage } from '../support/open-checkouts.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { bearer, signIn } from '../support/purchase.js';
import { randomFrom } from '../support/random.js';
import { handleEvents, advanceBothClocks } from '../support/subscribers.js';
import { createUser, USER_PASSWORD, type SignedInUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const COMBINATIONS = 200;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_127);
/** Of a balance, in both directions: more than a year of the larger plan. */
const MAX_CENTS = 120_000;
const MINUTE_DAYS = 1 / 1440;
const STEPS = [
  'change',
  'change',
  'change',
  'credit',
  'month',
  'guarantee',
  'staff refund',
  'refund at the provider',
] as const;

interface Customer {
  user: SignedInUser;
  customer: string;
  /** What the customer had, and what the provider has added since. */
  grantedCents: number;
  /** Of the payments on our page, which have no customer at the provider. */
  paymentIntentIds: string[];
  /** By invoice: what is no longer owed because of refunds. */
  refundedCents: Map<string, number>;
}

interface Payment {
  invoice: Stripe.Invoice;
  paymentIntentId: string;
  chargedCents: number;
  leftCents: number;
}

describe('credits and debts of customers, who buy, change and refund plans', () => {
  let changes: PlanChanges;
  let random: (below: number) => number;
  let staffId: string;

  const product = useFixture(startPaymentFixture);
  useWorker(product);
  beforeAll(async () => {
    changes = product.api.get(PlanChanges);
    random = randomFrom(SEED);
    staffId = (await createUser(product, { role: 'admin' })).id;
    process.stderr.write(`FUZZ_SEED=${SEED}\n`);
  });

  const randomPlan = (): [PaidPlan, BillingInterval] => [
    PAID_PLANS[random(2)]!,
    BILLING_INTERVALS[random(2)]!,
  ];
  const randomBalance = () => (random(5) === 0 ? 0 : random(2 * MAX_CENTS) - MAX_CENTS);
  const getBalance = async ({ customer }: Customer) =>
    ((await product.stripe.customers.retrieve(customer)) as Stripe.Customer).balance;
  /** After refunds. */
  const chargedCents = async ({ customer, paymentIntentIds }: Customer) => {
    const { data } = await product.stripe.charges.list({ customer, limit: 100 });
    for (const id of paymentIntentIds)
      data.push(...(await product.stripe.charges.list({ payment_intent: id })).data);
    const charges = new Map(data.map((charge) => [charge.id, charge]));
    return [...charges.values()].reduce(
      (sum, { amount_captured: captured, amount_refunded: refunded }) => sum + captured - refunded,
      0,
    );
  };
  /** Newest first. */
  const paidInvoices = async (of: { customer: string } | { subscription: string }) => {
    const { data } = await product.stripe.invoices.list({
      ...of,
      status: 'paid',
      limit: 100,
      expand: ['data.payments'],
    });
    return data;
  };
  /** The balance and the card have paid what was invoiced, less what was refunded. */
  const owed = async (customer: Customer) => {
    const usedCents = (await getBalance(customer)) - customer.grantedCents;
    const owedCents = (await paidInvoices({ customer: customer.customer })).reduce(
      (sum, { id, total }) => sum + total - (customer.refundedCents.get(id!) ?? 0),
      0,
    );
    return { charged: await chargedCents(customer), owed: owedCents - usedCents };
  };
  /** The latest plan, if its recurring billing is set up. */
  const getProviderId = async ({ user }: Customer): Promise<string> => {
    const [row] = await product.database.query<{ id: string }>({
      text: `select provider_subscription_id as id from subscriptions
             where user_id = $1 and recurring_setup_at is not null order by created_at desc limit 1`,
      values: [user.id],
    });
    return row!.id;
  };

  /** Returns what was bought. */
  const buyPlan = async (customer: Customer): Promise<string> => {
    const { user, paymentIntentIds } = customer;
    const [planName, interval] = randomPlan();
    if (random(2) === 0) {
      await payOnHostedPage(product, user, await openHostedPage(product, user, planName, interval));
      return `${planName} a ${interval} on the hosted page`;
    }
    const { amountCents: amount } = getPlanPrice(planName, interval);
    paymentIntentIds.push((await buyOnOurPage(product, user, { planName, amount })).paymentIntentId);
    return `${planName} a ${interval}`;
  };
  const createCustomer = async (): Promise<Customer> => {
    const user = await createUser(product);
    const grantedCents = randomBalance();
    const customer = await createCustomerWith(product, user, grantedCents);
    return { user, customer, grantedCents, paymentIntentIds: [], refundedCents: new Map() };
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
    await product.stripe.customers.createBalanceTransaction(customer.customer, { amount, currency: 'usd' });
    customer.grantedCents += amount;
  };
  /** False if the guarantee doesn't cover the plan. Each card has it once. */
  const refundUnderGuarantee = async ({ user, refundedCents }: Customer, subscription: string) => {
    await product.database.query({ text: 'delete from guarantee_refunds' });
    try {
      await product.api.get(RefundUnderGuarantee).refund(user.id);
    } catch (error) {
      if (error instanceof NotRefundableError || error instanceof NoSubscriptionError) return false;
      throw error;
    }
    for (const { id, total } of await paidInvoices({ subscription })) refundedCents.set(id!, total);
    return true;
  };
  /** The payment of the latest invoice; undefined if the balance has paid it, or if it was refunded. */
  const findLatestPayment = async (subscription: string): Promise<Payment | undefined> => {
    const [invoice] = await paidInvoices({ subscription });
    const paid = invoice?.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
    const paymentIntentId = (paid as string | undefined) ?? invoice?.metadata?.payment_intent;
    if (!invoice || !paymentIntentId) return undefined;
    const { data } = await product.stripe.charges.list({ payment_intent: paymentIntentId });
    const charge = data.find(({ captured }) => captured)!;
    const { amount_captured: chargedCents, amount_refunded: refunded } = charge;
    const leftCents = chargedCents - refunded;
    return leftCents > 0 ? { invoice, paymentIntentId, chargedCents, leftCents } : undefined;
  };
  /** Returns whether the plan ends. */
  const refundPayment = async (
    { refundedCents }: Customer,
    { invoice, paymentIntentId, leftCents }: Payment,
    refundedBy: 'staff' | 'provider',
  ): Promise<boolean> => {
    const isPartial = leftCents > 1 && random(3) === 0;
    const cents = isPartial ? 1 + random(leftCents - 1) : leftCents;
    let endsPlan = !isPartial;
    if (refundedBy === 'staff') {
      endsPlan = random(3) > 0;
      const terms = { paymentIntentId, endSubscription: endsPlan, reason: 'Goodwill' };
      const staff = product.api.get(StaffSubscriptions);
      await staff.refund(staffId, { ...terms, ...(isPartial && { amountCents: cents }) });
    } else {
      await product.stripe.refunds.create({
        payment_intent: paymentIntentId,
        ...(isPartial && { amount: cents }),
      });
    }
    const id = invoice.id!;
    // A full refund that ends the plan also returns what the invoice took from the balance.
    if (endsPlan && !isPartial) refundedCents.set(id, invoice.total);
    else refundedCents.set(id, (refundedCents.get(id) ?? 0) + cents);
    return endsPlan;
  };

  /** Takes a step. Returns what went wrong, and whether the plan has ended. */
  const take = async (
    kind: (typeof STEPS)[number],
    customer: Customer,
  ): Promise<{ problem?: string | undefined; isEnded?: boolean }> => {
    if (kind === 'change') return { problem: await change(customer) };
    if (kind === 'credit') await addToBalance(customer);
    if (kind === 'month') await advanceBothClocks(product, 1 + random(60));
    if (kind === 'credit' || kind === 'month') return {};
    // What was paid in the second of a refund that ends the plan, is refunded with it.
    await advanceBothClocks(product, MINUTE_DAYS);
    const providerId = await getProviderId(customer);
    if (kind === 'guarantee') return { isEnded: await refundUnderGuarantee(customer, providerId) };
    const payment = await findLatestPayment(providerId);
    const refundedBy = kind === 'staff refund' ? 'staff' : 'provider';
    return payment ? { isEnded: await refundPayment(customer, payment, refundedBy) } : {};
  };

  it(`end with what is owed being charged, to the cent, in ${COMBINATIONS} combinations`, async () => {
    const wrong: object[] = [];
    const counts: Record<string, number> = { 'purchase after a refund': 0 };
    for (let made = 0; made < COMBINATIONS; made += 1) {
      const customer = await createCustomer();
      const history = [String(customer.grantedCents), await buyPlan(customer)];
      await handleEvents(product);
      for (let step = random(5); step >= 0; step -= 1) {
        const kind = STEPS[random(STEPS.length)]!;
        history.push(kind);
        counts[kind] = (counts[kind] ?? 0) + 1;
        const { problem, isEnded } = await take(kind, customer);
        await handleEvents(product);
        if (isEnded) history.push('ended');
        const { charged, owed: owedCents } = await owed(customer);
        const { status } = await product.stripe.subscriptions.retrieve(await getProviderId(customer));
        if (problem || charged !== owedCents || (isEnded && status !== 'canceled')) {
          wrong.push({ made, history: history.join(', '), problem, status, charged, owed: owedCents });
          break;
        }
        if (!isEnded || step === 0) continue;
        counts['purchase after a refund']! += 1;
        // The session has expired after months.
        const { token } = await signIn(product, customer.user.email, USER_PASSWORD);
        customer.user.headers = bearer(token);
        history.push(await buyPlan(customer));
        await handleEvents(product);
      }
      // Otherwise it would renew for years while the others change.
      await product.stripe.subscriptions.cancel(await getProviderId(customer)).catch(() => undefined);
    }
    process.stderr.write(`${COMBINATIONS} combinations: ${JSON.stringify(counts)}\n`);
    expect({ seed: SEED, wrong }).toEqual({ seed: SEED, wrong: [] });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(COMBINATIONS / 20);
  }, 900_000);
});
