import { ReconcileSubscriptions } from '../../src/modules/subscriptions/index.js';
import { RefundUnderGuarantee } from '../../src/modules/subscriptions/refunds/refund-under-guarantee.js';
import { startPrecededFixture } from '../support/preceding-proxy.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';
import { bearer, buildPurchase, payForCheckout, processPayment, signIn } from '../support/purchase.js';
import { adminClient } from '../support/service-key.js';
import { callApi } from '../support/call-api.js';
import {
  handleEvents,
  advanceBothClocks,
  soon,
  subscriberWith,
  getSubscription,
  allowGuarantee,
} from '../support/subscribers.js';

const CREATE_CUSTOMER = { method: 'POST', path: '/v1/customers$' };
const READ_CARD = { method: 'GET', path: '/v1/payment_methods/' };
const UNAVAILABLE = { kind: 'error', status: 503, final: true, count: 100_000 };
const ANSWER_LOST = { kind: 'error', status: 500, when: 'after', remember: true, final: true };

interface Buyer {
  userId: string;
  email: string;
  subscriptionId: string;
}

/** Nothing at the provider charges a customer without our knowledge, whatever was interrupted, and whatever their address is by now. */
describe('a customer whose recurring setup was interrupted', () => {
  const product = useFixture(startPrecededFixture);
  const worker = useWorker(product, { runsScheduledTasks: false });
  afterEach(() => repair());

  const repair = () => product.resetControls();
  const fail = (failure: object) => product.control('api-failures', failure);
  const loseWebhooks = () => product.control('webhook-failures', { kind: 'drop', count: 100_000 });

  /** Has paid, while this call fails: by default, the provider creates no customer. */
  const buy = async (failing: object = CREATE_CUSTOMER): Promise<Buyer> => {
    await fail({ ...UNAVAILABLE, ...failing });
    const purchase = buildPurchase();
    await processPayment(product, purchase, await payForCheckout(product, purchase));
    const [row] = await product.database.query<Omit<Buyer, 'email'>>({
      text: `select s.id as "subscriptionId", s.user_id as "userId" from subscriptions s join users u on u.id = s.user_id
             where u.email_normalized = $1`,
      values: [purchase.email],
    });
    return { ...row!, email: purchase.email };
  };
  const changeEmail = async (buyer: Buyer) => {
    buyer.email = `new-${buyer.email}`;
    const admin = await adminClient(product);
    const { error } = await admin.updateUserById(buyer.userId, { email: buyer.email });
    expect(error).toBeNull();
  };
  const countFailures = async (buyer: Buyer) =>
    (await getSubscription(product, buyer)).recurring_setup_failures;
  const failsAgain = async (buyer: Buyer) => {
    const before = await countFailures(buyer);
    await soon(product, async () => expect(await countFailures(buyer)).toBeGreaterThan(before));
  };
  const getSetup = async (buyer: Buyer) => {
    const { provider_subscription_id: id, recurring_setup_at: at } = await getSubscription(product, buyer);
    return { id, setUp: at !== null };
  };
  const getPeriod = async (buyer: Buyer) => {
    const { current_period_start: start, current_period_end: end } = await getSubscription(product, buyer);
    return { start, end };
  };
  /** At the provider. */
  const listCustomers = async ({ userId }: Buyer) =>
    (await product.stripe.customers.list({ limit: 100 })).data.filter(
      ({ metadata }) => metadata.user_id === userId,
    );
  /** At the provider, of all customers. */
  const listSubscriptions = async (buyer: Buyer) => {
    const lists = (await listCustomers(buyer)).map(({ id: customer }) =>
      product.stripe.subscriptions.list({ customer, status: 'all' }),
    );
    return (await Promise.all(lists)).flatMap(({ data }) => data);
  };
  const listPaidCents = async (buyer: Buyer) => {
    const lists = (await listCustomers(buyer)).map(({ id: customer }) =>
      product.stripe.invoices.list({ customer, status: 'paid' }),
    );
    return (await Promise.all(lists)).flatMap(({ data }) => data.map(({ amount_paid }) => amount_paid));
  };
  const isSetUpOnce = async (buyer: Buyer) => {
    const { providerId } = await soon(product, () => subscriberWith(product, buyer.email));
    const found = await listSubscriptions(buyer);
    expect(found.map(({ id, status }) => ({ id, status }))).toEqual([{ id: providerId, status: 'active' }]);
    expect(await listPaidCents(buyer)).toEqual([4900]);
  };
  /**
   * Another request of the customer creates a customer at the provider just before the setup does. The setup pays the first invoice, but
   * the answer is lost, and it fails from then on.
   */
  const payUnknowingly = async (buyer: Buyer) => {
    await changeEmail(buyer);
    await loseWebhooks();
    const headers = bearer((await signIn(product, buyer.email, 'correct horse')).token);
    const hasPaid = new Promise<void>((resolve) => {
      product.proxy.before(/^POST \/v1\/customers$/, async () => {
        await repair();
        await loseWebhooks();
        await callApi(product, headers, 'POST', 'account/v1/payment-methods/setup');
        product.proxy.before(/^POST .*\/attach_payment$/, async () => {
          await fail({ ...ANSWER_LOST, path: '/attach_payment$' });
          await fail({ ...UNAVAILABLE, ...READ_CARD });
          resolve();
        });
      });
    });
    await failsAgain(buyer);
    await hasPaid;
    await failsAgain(buyer);
    expect(await getSetup(buyer)).toMatchObject({ setUp: false });
    expect((await listSubscriptions(buyer)).map(({ status }) => status)).toEqual(['active']);
  };

  it('has one subscription, or none after a refund, even if it was paid before its id was known, and two customers were created', async () => {
    await allowGuarantee(product);
    const kept = await buy();
    await payUnknowingly(kept);
    await repair();
    await isSetUpOnce(kept);

    const refunded = await buy();
    await payUnknowingly(refunded);
    await product.api.get(RefundUnderGuarantee).refund(refunded.userId);
    await soon(product, async () =>
      expect((await listSubscriptions(refunded)).map(({ status }) => status)).toEqual(['canceled']),
    );
    await repair();
    await handleEvents(product);
    await advanceBothClocks(product, 32);
    await handleEvents(product);
    expect(await listPaidCents(kept)).toEqual([4900, 4900]);
    expect(await listPaidCents(refunded)).toEqual([4900]);
  });

  it('has one customer at the provider, found again hours later with another address, and the period they were told', async () => {
    const buyer = await buy();
    const isCreated = new Promise<void>((resolve) => {
      product.proxy.before(/^POST \/v1\/customers$/, async () => {
        await repair();
        await fail({ ...ANSWER_LOST, ...CREATE_CUSTOMER });
        await fail({ ...UNAVAILABLE, method: 'GET', path: '/v1/customers' });
        resolve();
      });
    });
    await failsAgain(buyer);
    await isCreated;
    await changeEmail(buyer);
    await failsAgain(buyer);
    await advanceBothClocks(product, 3 / 24);
    await product.stripe.customers.create({ email: 'later@example.com' });
    const paidPeriod = await getPeriod(buyer);
    await repair();
    await isSetUpOnce(buyer);
    expect(await listCustomers(buyer)).toHaveLength(1);
    expect(await getPeriod(buyer)).toEqual(paidPeriod);
    const [created] = await listSubscriptions(buyer);
    expect(created!.items.data[0]!.current_period_end * 1000).toBe(paidPeriod.end.getTime());
  });

  it('is set up from now on if the provider rejects the start of the period for good', async () => {
    const buyer = await buy({ method: 'POST', path: '/v1/subscriptions$', status: 400, count: 2 });
    const paidPeriod = await getPeriod(buyer);
    await failsAgain(buyer);
    await product.database.query({
      text: `update outbox_events set attempts = 5 where topic = 'subscription.recurring_setup_due' and done_at is null`,
    });
    await isSetUpOnce(buyer);
    expect((await getPeriod(buyer)).start.getTime()).toBeGreaterThan(paidPeriod.start.getTime());
  });

  /** As the setup creates it, paid at once. */
  const createNaming = async ({ userId, subscriptionId }: Buyer) => {
    const customer = await product.stripe.customers.create({ metadata: { user_id: userId } });
    const { id: card } = await product.stripe.paymentMethods.attach('pm_card_visa', {
      customer: customer.id,
    });
    const [price] = (await product.stripe.prices.list({ lookup_keys: ['team_month'] })).data;
    return product.stripe.subscriptions.create({
      customer: customer.id,
      default_payment_method: card,
      items: [{ price: price!.id }],
      metadata: { subscription_id: subscriptionId },
    });
  };
  const mismatches = () =>
    product.database.query({
      text: 'select provider_subscription_id as id, kind, user_id as "userId" from subscription_mismatches where resolved_at is null',
    });

  it('has the subscription that a webhook reports with their id, and staff are alerted to a second one', async () => {
    const buyer = await buy(READ_CARD);
    const first = await createNaming(buyer);
    await soon(product, async () => expect(await getSetup(buyer)).toEqual({ id: first.id, setUp: false }));
    expect(await mismatches()).toEqual([]);
    await repair();
    await soon(product, async () => expect(await getSetup(buyer)).toEqual({ id: first.id, setUp: true }));

    const second = await createNaming(buyer);
    const found = { id: second.id, kind: 'duplicate', userId: buyer.userId };
    await soon(product, async () => expect(await mismatches()).toEqual([found]));
    await handleEvents(product);
    const alerts = await product.emailsTo(product.settings.supportEmail);
    expect(alerts.filter(({ text }) => text.includes(second.id))).toHaveLength(1);
    await product.stripe.subscriptions.cancel(second.id);
  });

  it('has the subscription that only a list of the provider shows, which is canceled if their plan has ended', async () => {
    await allowGuarantee(product);
    const [running, refunded] = [await buy(READ_CARD), await buy(READ_CARD)];
    await product.api.get(RefundUnderGuarantee).refund(refunded.userId);
    await loseWebhooks();
    const [known, ended] = [await createNaming(running), await createNaming(refunded)];
    await advanceBothClocks(product, 1);
    const { mismatches: found } = await worker.get(ReconcileSubscriptions).runAll({ dryRun: false });
    expect(found).toEqual([]);
    expect(await getSetup(running)).toMatchObject({ id: known.id });
    await soon(product, async () =>
      expect((await product.stripe.subscriptions.retrieve(ended.id)).status).toBe('canceled'),
    );
    expect((await product.stripe.subscriptions.retrieve(known.id)).status).toBe('active');
  });
});
