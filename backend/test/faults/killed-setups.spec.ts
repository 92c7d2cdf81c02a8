import { Clock } from '../../src/platform/clock.js';
import { eventually } from '../support/eventually.js';
import { startInterruptingProxy, type InterruptingProxy } from '../support/interrupting-proxy.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { buildPurchase, payForCheckout, processPayment } from '../support/purchase.js';
import { adminClient } from '../support/service-key.js';
import { advanceDevClock } from '../support/subscribers.js';

/** Calls to the provider to interrupt, counted from 1: more than a setup makes. */
const CALLS = Array.from({ length: 12 }, (_, index) => index + 1);
/** Every setup makes at least this many calls that name the customer. */
const CALLS_OF_ALL = 9;
const KILLS = CALLS.flatMap((call) =>
  (['before', 'after'] as const).flatMap((when) =>
    (['changes email', 'is deleted'] as const).map((meanwhile) => ({ call, when, meanwhile })),
  ),
);
const RETRIES_AFTER_DAYS = 20 / 86_400;
const MONTH_DAYS = 32;

type Kill = (typeof KILLS)[number];

interface Buyer extends Kill {
  userId: string;
  subscriptionId: string;
  payment: string;
}

/** `kill -9` of the worker while it sets up the recurring billing of several customers, whose accounts change meanwhile. */
describe('setups whose process is killed', () => {
  let product: PaymentFixture;
  let proxy: InterruptingProxy;
  let worker: Promise<ProductProcess> | undefined;

  beforeAll(async () => {
    product = await startPaymentFixture({}, { usesTestClock: false });
    proxy = await startInterruptingProxy(product.payments.url);
  });
  afterAll(async () => {
    await (await worker)?.kill();
    proxy?.close();
    await product?.stop();
  });

  const startWorker = (): void => {
    worker = startProductProcess('worker', product.settings, {
      STRIPE_API_URL: proxy.url,
      WORKER_CONCURRENCY: String(KILLS.length),
    });
  };
  const buy = async (kill: Kill): Promise<Buyer> => {
    const purchase = buildPurchase();
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    const [row] = await product.database.query<Omit<Buyer, keyof Kill>>({
      text: `select s.user_id as "userId", s.id as "subscriptionId", s.payment_intent_id as payment
             from subscriptions s join users u on u.id = s.user_id where u.email_normalized = $1`,
      values: [purchase.email],
    });
    return { ...kill, ...row! };
  };
  const change = async ({ userId, meanwhile }: Buyer): Promise<void> => {
    const admin = await adminClient(product);
    const { error } =
      meanwhile === 'is deleted'
        ? await admin.deleteUser(userId)
        : await admin.updateUserById(userId, { email: `new-${userId}@example.com` });
    expect(error).toBeNull();
  };
  const isDone = async ({ userId, subscriptionId, payment }: Buyer): Promise<boolean> => {
    const due = await product.database.query({
      text: `select 1 from outbox_events where done_at is null and due_at <= $1 and payload::text like any ($2)`,
      values: [product.api.get(Clock).now(), [userId, subscriptionId, payment].map((id) => `%${id}%`)],
    });
    return due.length === 0;
  };
  const getSubscription = async ({ subscriptionId }: Buyer) => {
    const [row] = await product.database.query<{ id: string | null; status: string; setUp: boolean }>({
      text: `select provider_subscription_id as id, status, recurring_setup_at is not null as "setUp"
             from subscriptions where id = $1`,
      values: [subscriptionId],
    });
    return row!;
  };
  const listCustomers = async ({ userId }: Buyer): Promise<string[]> =>
    (await product.stripe.customers.list({ limit: 100 })).data
      .filter(({ metadata }) => metadata.user_id === userId)
      .map(({ id }) => id);
  const listRunning = async (buyer: Buyer): Promise<string[]> => {
    const lists = (await listCustomers(buyer)).map((customer) =>
      product.stripe.subscriptions.list({ customer }),
    );
    return (await Promise.all(lists)).flatMap(({ data }) => data.map(({ id }) => id));
  };
  const countPaidInvoices = async (buyer: Buyer): Promise<number> => {
    const lists = (await listCustomers(buyer)).map((customer) =>
      product.stripe.invoices.list({ customer, status: 'paid' }),
    );
    return (await Promise.all(lists)).flatMap(({ data }) => data).length;
  };
  const isKnownAndRunsOnce = async (buyer: Buyer): Promise<void> => {
    const running = await listRunning(buyer);
    if (buyer.meanwhile === 'is deleted') return expect(running).toEqual([]);
    const { id, status, setUp } = await getSubscription(buyer);
    expect({ status, setUp, running }).toEqual({ status: 'active', setUp: true, running: [id] });
    expect(await listCustomers(buyer)).toHaveLength(1);
    expect(await countPaidInvoices(buyer)).toBe(1);
  };

  it('leave one subscription that is known and renews once, or none after the deletion', async () => {
    const buyers: Buyer[] = [];
    for (const kill of KILLS) buyers.push(await buy(kill));
    const interruptions = buyers.map((buyer) => ({
      call: buyer.call,
      when: buyer.when,
      ids: [buyer.userId, buyer.subscriptionId, buyer.payment],
      isDone: () => isDone(buyer),
    }));
    proxy.interrupt(interruptions, async () => {
      await (await worker!).kill();
      await Promise.all(buyers.map(change));
      startWorker();
    });
    startWorker();
    await eventually(() => expect(proxy.hasKilled()).toBe(true), 120_000);
    const interrupted = await proxy.stop();
    const calls = buyers.filter((_, index) => interrupted[index]).map(({ call, when }) => `${when} ${call}`);
    process.stderr.write(`killed ${[...new Set(calls)].join(', ')}\n`);
    const spared = buyers.filter((_, index) => !interrupted[index]);
    expect(spared.filter(({ call }) => call <= CALLS_OF_ALL)).toEqual([]);
    expect(spared.length).toBeGreaterThan(0);

    await worker;
    await eventually(async () => {
      await advanceDevClock(product, RETRIES_AFTER_DAYS);
      for (const buyer of buyers) await isKnownAndRunsOnce(buyer);
    }, 180_000);
    await advanceDevClock(product, MONTH_DAYS);
    const renewed = buyers.filter(({ meanwhile }) => meanwhile === 'changes email');
    for (const buyer of renewed) expect(await countPaidInvoices(buyer)).toBe(2);
    const deleted = buyers.filter(({ meanwhile }) => meanwhile === 'is deleted');
    for (const buyer of deleted) expect(await countPaidInvoices(buyer)).toBeLessThanOrEqual(1);
  }, 600_000);
});
