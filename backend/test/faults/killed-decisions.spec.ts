import type Stripe from 'stripe';
import type { SubscriptionQuote } from '@subscription-site/shared/contracts';
import { Clock } from '../../src/platform/clock.js';
import { eventually } from '../support/eventually.js';
import { startInterruptingProxy, type InterruptingProxy } from '../support/interrupting-proxy.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { bearer, signIn } from '../support/purchase.js';
import { callApi } from '../support/call-api.js';
import { changeCard, createSubscriber, advanceDevClock, type Subscriber } from '../support/subscribers.js';
import { TEST_SIGNING_KEYS } from '../support/test-settings.js';
import { createUser, type SignedInUser } from '../support/users.js';

/** Calls to the provider to interrupt, counted from 1: more than any decision makes. */
const CALLS = Array.from({ length: 24 }, (_, index) => index + 1);
/** Customers whose decisions are interrupted together, each pair at another point: before or after one of 8 calls. */
const AT_ONCE = 32;
/** The refund, under the guarantee and by staff, is the only decision that is made in two ways. */
const KILLS = CALLS.flatMap((call) =>
  (['before', 'after'] as const).flatMap((when) =>
    (['customer', 'staff'] as const).map((refundedBy) => ({ call, when, refundedBy })),
  ),
);
const WAVES = Array.from({ length: KILLS.length / AT_ONCE }, (_, index) => {
  const kills = KILLS.slice(index * AT_ONCE, (index + 1) * AT_ONCE);
  return { kills, first: kills[0]!.call, last: kills.at(-1)!.call };
});
/** Every decision makes at least this many calls. */
const CALLS_OF_ALL = 4;
/** Of each customer, used by the upgrade. */
const CREDIT_CENTS = 500;
const AUTHENTICATION_REQUIRED = '4000002760003184';
const CHANGE = 'account/v1/subscription/changes';
const CANCELLATION = 'account/v1/subscription/cancellation';
const RETRIES_AFTER_DAYS = 20 / 86_400;

type Kill = (typeof KILLS)[number];

interface Customer extends Subscriber, Kill {
  headers: Record<string, string>;
  providerCustomerId: string;
  firstPayment: string;
  quote: SubscriptionQuote;
}

/** A process that the test kills and starts again, and the proxy through which it calls the provider. */
interface Victim {
  proxy: InterruptingProxy;
  process: Promise<ProductProcess>;
  kill(): Promise<void>;
}

type DecisionName = 'upgrade' | 'downgrade' | 'cancel' | 'resume' | 'refund';

/** `kill -9` of the API or the worker while it applies the decisions of several customers at the provider. */
describe('decisions whose process is killed', () => {
  let product: PaymentFixture;
  let admin: SignedInUser;
  let api: Victim;
  let worker: Victim;

  beforeAll(async () => {
    product = await startPaymentFixture({}, { usesTestClock: false });
    [api, worker] = await Promise.all([startVictim('main'), startVictim('worker')]);
    await Promise.all([api.process, worker.process]);
    admin = await createUser(product, { role: 'admin' });
  });
  afterAll(async () => {
    for (const victim of [api, worker]) {
      await (await victim?.process)?.kill();
      victim?.proxy.close();
    }
    await product?.stop();
  });

  const startVictim = async (program: 'main' | 'worker'): Promise<Victim> => {
    const proxy = await startInterruptingProxy(product.payments.url);
    const start = () =>
      startProductProcess(program, product.settings, {
        STRIPE_API_URL: proxy.url,
        AUTH_JWT_KEYS: JSON.stringify({ keys: TEST_SIGNING_KEYS }),
        WORKER_CONCURRENCY: String(AT_ONCE),
      });
    const victim: Victim = {
      proxy,
      process: start(),
      async kill() {
        await (await victim.process).kill();
        victim.process = start();
      },
    };
    return victim;
  };
  const call = async (headers: Record<string, string>, method: string, path: string, body?: object) =>
    callApi({ ...product, url: (await api.process).url }, headers, method, path, body);
  const createCustomer = async (kill: Kill): Promise<Customer> => {
    const subscriber = await createSubscriber(product);
    const headers = bearer((await signIn(product, subscriber.email, 'correct horse')).token);
    const { customer } = await product.stripe.subscriptions.retrieve(subscriber.providerId);
    const [row] = await product.database.query<{ firstPayment: string }>({
      text: 'select payment_intent_id as "firstPayment" from subscriptions where id = $1',
      values: [subscriber.subscriptionId],
    });
    const quote = {} as SubscriptionQuote;
    return { ...subscriber, ...kill, ...row!, headers, quote, providerCustomerId: String(customer) };
  };
  const quote = async (customer: Customer, plan: string): Promise<void> => {
    const path = 'account/v1/subscription/quotes';
    const { status, body } = await call(customer.headers, 'POST', path, { plan, interval: 'month' });
    expect(status).toBe(201);
    customer.quote = body as unknown as SubscriptionQuote;
  };
  const listChanges = ({ subscriptionId }: Customer) =>
    product.database.query<{ id: string; status: string }>({
      text: 'select id, status from subscription_changes where subscription_id = $1 order by created_at',
      values: [subscriptionId],
    });
  /** Unfinished events whose payload has one of the ids. */
  const dueEvents = (ids: string[]) =>
    product.database.query({
      text: `select 1 from outbox_events where done_at is null and due_at <= $1 and payload::text like any ($2)`,
      values: [product.api.get(Clock).now(), ids.map((id) => `%${id}%`)],
    });
  /** Everything that is due has been handled. Changes that a killed API left to the worker become due by the clock. */
  const applied = (customers: Customer[]) =>
    eventually(async () => {
      await worker.process;
      await advanceDevClock(product, RETRIES_AFTER_DAYS);
      for (const customer of customers)
        expect((await listChanges(customer)).filter(({ status }) => status === 'due')).toEqual([]);
    }, 120_000);
  /** Cents of each successful charge after the first payment. */
  const charges = async ({ providerCustomerId: customer, firstPayment }: Customer) =>
    (await product.stripe.charges.list({ customer, limit: 100 })).data
      .filter(({ paid, payment_intent: payment }) => paid && payment !== firstPayment)
      .map(({ amount }) => amount);
  const atProvider = ({ providerId }: Customer) => product.stripe.subscriptions.retrieve(providerId);
  const listSchedules = async ({ providerCustomerId: customer }: Customer) =>
    (await product.stripe.subscriptionSchedules.list({ customer, limit: 100 })).data;
  const getSubscription = async ({ subscriptionId }: Customer) => {
    const [row] = await product.database.query<Record<string, unknown>>({
      text: `select status, plan, cancel_at_period_end, pending_plan from subscriptions where id = $1`,
      values: [subscriptionId],
    });
    return row;
  };

  interface Decision {
    name: DecisionName;
    /** Subjects, in any order. */
    emails: string[];
    /** Which process makes the calls. */
    by: () => Victim;
    prepare?: (customer: Customer) => Promise<void>;
    decide: (customer: Customer) => Promise<unknown>;
    /** The last decision is what the provider and we have, and nothing exists twice. */
    check: (customer: Customer) => Promise<void>;
  }
  /** One after the other. */
  const decisions: Decision[] = [
    {
      name: 'upgrade',
      emails: ['Your plan has changed', 'Your receipt from the product'],
      by: () => api,
      // The customer has left the page of their bank during an earlier upgrade.
      async prepare(customer) {
        await changeCard(product, customer.providerId, AUTHENTICATION_REQUIRED);
        await quote(customer, 'growth');
        const { body } = await call(customer.headers, 'POST', CHANGE, { quoteId: customer.quote.id });
        expect(body).toMatchObject({ status: 'requires_action' });
        await changeCard(product, customer.providerId, '4242424242424242');
        await advanceDevClock(product, RETRIES_AFTER_DAYS);
        const credit = { amount: -CREDIT_CENTS, currency: 'usd' };
        await product.stripe.customers.createBalanceTransaction(customer.providerCustomerId, credit);
        await quote(customer, 'growth');
      },
      decide: ({ headers, quote: { id } }) => call(headers, 'POST', CHANGE, { quoteId: id }),
      async check(customer) {
        expect((await atProvider(customer)).items.data[0]!.price.lookup_key).toBe('growth_month');
        expect(await charges(customer)).toEqual([customer.quote.dueNowCents]);
        expect(await getSubscription(customer)).toMatchObject({ status: 'active', plan: 'growth' });
      },
    },
    {
      name: 'downgrade',
      emails: ['Your plan change is scheduled'],
      by: () => worker,
      prepare: (customer) => quote(customer, 'team'),
      decide: ({ headers, quote: { id } }) => call(headers, 'POST', CHANGE, { quoteId: id }),
      async check(customer) {
        const schedules = await listSchedules(customer);
        expect(schedules.map(({ status, phases }) => [status, phases.length])).toEqual([['active', 2]]);
        expect(await charges(customer)).toHaveLength(1);
        expect(await getSubscription(customer)).toMatchObject({ plan: 'growth', pending_plan: 'team' });
      },
    },
    {
      name: 'cancel',
      emails: ['Your plan was canceled'],
      by: () => worker,
      decide: ({ headers }) => call(headers, 'POST', CANCELLATION),
      async check(customer) {
        const { cancel_at_period_end: cancels, schedule } = await atProvider(customer);
        expect({ cancels, schedule }).toEqual({ cancels: true, schedule: null });
        expect((await listSchedules(customer)).map(({ status }) => status)).toEqual(['released']);
        expect(await getSubscription(customer)).toMatchObject({
          cancel_at_period_end: true,
          pending_plan: null,
        });
      },
    },
    {
      name: 'resume',
      emails: ['Your plan will continue'],
      by: () => worker,
      decide: ({ headers }) => call(headers, 'DELETE', CANCELLATION),
      async check(customer) {
        expect((await atProvider(customer)).cancel_at_period_end).toBe(false);
        expect(await getSubscription(customer)).toMatchObject({
          status: 'active',
          cancel_at_period_end: false,
        });
      },
    },
    {
      name: 'refund',
      emails: ['Your refund is on its way'],
      by: () => api,
      decide: ({ headers, firstPayment, refundedBy }) =>
        refundedBy === 'customer'
          ? call(headers, 'POST', 'account/v1/subscription/refund')
          : call(admin.headers, 'POST', `admin/v1/payments/${firstPayment}/refund`, {
              endSubscription: true,
              reason: 'Goodwill',
            }),
      async check(customer) {
        expect((await atProvider(customer)).status).toBe('canceled');
        const { data } = await product.stripe.refunds.list({ payment_intent: customer.firstPayment });
        expect(data.map(({ amount, status }) => [amount, status])).toEqual([[4900, 'succeeded']]);
        // The guarantee also refunds the upgrade.
        const { balance } = (await product.stripe.customers.retrieve(
          customer.providerCustomerId,
        )) as Stripe.Customer;
        expect(balance).toBe(customer.refundedBy === 'customer' ? -CREDIT_CENTS : 0);
        expect(await getSubscription(customer)).toMatchObject({ status: 'refunded' });
      },
    },
  ];

  /** Returns the customers whose process was killed during their call. */
  const interrupt = async (decision: Decision, customers: Customer[]): Promise<Customer[]> => {
    const { by, prepare, decide } = decision;
    await Promise.all(customers.map((customer) => prepare?.(customer)));
    const before = await Promise.all(customers.map(listChanges));
    const victim = by();
    const decided = new Set<Customer>();
    const isDone = async (customer: Customer): Promise<boolean> => {
      const changes = (await listChanges(customer)).map(({ id }) => id);
      const { subscriptionId, providerId, providerCustomerId, firstPayment } = customer;
      const ids = [...changes, subscriptionId, providerId, providerCustomerId, firstPayment];
      return decided.has(customer) && (victim === api || (await dueEvents(ids)).length === 0);
    };
    const interruptions = customers.map((customer) => ({
      call: customer.call,
      when: customer.when,
      ids: [customer.providerId, customer.providerCustomerId, customer.firstPayment],
      isDone: () => isDone(customer),
    }));
    victim.proxy.interrupt(interruptions, () => victim.kill());
    await Promise.allSettled(
      customers.map((customer) => decide(customer).finally(() => decided.add(customer))),
    );
    // A customer whose decision was not stored got an error, and decides again.
    const after = await Promise.all(customers.map(listChanges));
    const lost = customers.filter((_, index) => after[index]!.length === before[index]!.length);
    await Promise.all(lost.map(decide));
    await eventually(async () => {
      if (victim.proxy.hasKilled()) return;
      for (const customer of customers) expect(await isDone(customer)).toBe(true);
    });
    const interrupted = await victim.proxy.stop();
    await applied(customers);
    await Promise.all(customers.map((customer) => eventually(() => decision.check(customer))));
    return customers.filter((_, index) => interrupted[index]);
  };

  it.each(WAVES)(
    'are applied once, before and after each of the calls $first to $last',
    async ({ kills }) => {
      // The guarantee applies once per card, to purchases after the first refund.
      await product.database.query({ text: 'delete from guarantee_refunds' });
      const customers = await Promise.all(kills.map(createCustomer));
      for (const decision of decisions) {
        const interrupted = await interrupt(decision, customers);
        const calls = interrupted.map(({ call, when }) => `${when} ${call}`);
        process.stderr.write(`${decision.name}, killed ${[...new Set(calls)].join(', ')}\n`);
        const uninterrupted = customers.filter((customer) => !interrupted.includes(customer));
        expect(uninterrupted.filter(({ call }) => call <= CALLS_OF_ALL)).toEqual([]);
        expect(interrupted.filter(({ call }) => call === CALLS.length)).toEqual([]);
      }

      for (const customer of customers) {
        const { data } = await product.stripe.subscriptions.list({
          customer: customer.providerCustomerId,
          status: 'all',
        });
        expect(data.map(({ id }) => id)).toEqual([customer.providerId]);
        await eventually(async () => {
          // A killed worker may send an email again, with the same Message-ID (decision 0004).
          const sent = await product.emailsTo(customer.email);
          const subjects = new Map(sent.map(({ messageId, subject }) => [messageId, subject])).values();
          expect([...subjects].sort()).toEqual(
            ['Welcome to the product', ...decisions.flatMap((decision) => decision.emails)].sort(),
          );
        });
      }
    },
    600_000,
  );
});
