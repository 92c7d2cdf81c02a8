import { TRIAL_DAYS } from '@subscription-site/shared/trial';
import request from 'supertest';
import { ConfirmEmail } from '../../src/modules/auth/email-otp/confirm-email.js';
import { UsersRepository } from '../../src/modules/auth/users/persistence/users.repository.js';
import { Entitlements } from '../../src/modules/subscriptions/index.js';
import { Clock, RealClock } from '../../src/platform/clock.js';
import { OutboxEventEntity } from '../../src/platform/outbox/outbox-event.entity.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { createUser } from '../support/users.js';
import { useWorker, type TestWorker } from '../support/worker.js';

const DAY_MS = 86_400_000;
/** The payment sandbox has a clock of whole seconds. */
const ROUNDING_MS = 2000;

describe('the development clock', () => {
  const product = useFixture(startPaymentFixture, {}, { usesTestClock: false });
  const worker = useWorker(product);

  const advance = (body: object) => request(product.url).post('/api/dev/clock').send(body);
  const getClock = (process: TestWorker): Clock => process.get(Clock);
  const sandboxClock = async (): Promise<number> => {
    const response = await fetch(`${product.payments.url}/controls`);
    return ((await response.json()) as { clock: { now: number } }).clock.now;
  };

  async function renewingSubscription(): Promise<string> {
    const { stripe } = product;
    const { id: productId } = await stripe.products.create({ name: 'Team' });
    const { id: price } = await stripe.prices.create({
      product: productId,
      currency: 'usd',
      unit_amount: 4900,
      recurring: { interval: 'month' },
    });
    const { id: customer } = await stripe.customers.create({ email: 'renews@example.com' });
    const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card,
    });
    return id;
  }

  it('advances API, worker and payment sandbox to the same time', async () => {
    const realBefore = Date.now();
    const before = getClock(product.api).now().getTime();

    const { status, body } = await advance({ advanceSeconds: 3 * 86_400 });

    expect(status).toBe(200);
    const passed = () => Date.now() - realBefore;
    // The clock stops while it is advanced.
    expect(body.offsetSeconds * 1000).toBeGreaterThanOrEqual(3 * DAY_MS - passed() - ROUNDING_MS);
    for (const process of [product.api, worker]) {
      const now = getClock(process).now().getTime();
      expect(now - before).toBeGreaterThanOrEqual(3 * DAY_MS);
      expect(now - before - passed()).toBeLessThanOrEqual(3 * DAY_MS + ROUNDING_MS);
      expect(Math.abs(process.get(RealClock).now().getTime() - Date.now())).toBeLessThan(60_000);
      expect(Math.abs(now / 1000 - (await sandboxClock()))).toBeLessThan(60);
    }
  });

  it('returns once renewals were charged, their webhooks received, and due events and tasks handled; users stay signed in', async () => {
    const user = await createUser(product);
    const subscription = await renewingSubscription();

    await advance({ advanceSeconds: 33 * 86_400 }).expect(200);

    const { data: invoices } = await product.stripe.invoices.list({ subscription });
    const [received] = await product.database.query<{ count: number }>({
      text: `select count(*)::int as count from webhook_events where type = 'invoice.paid'`,
    });
    const now = getClock(product.api).now();
    const unfinished = await product.database.em.count(OutboxEventEntity, {
      doneAt: null,
      dueAt: { $lte: now },
      attempts: 0,
    });
    const [due] = await product.database.query<{ count: number }>({
      text: `select count(*)::int as count from scheduled_tasks where next_run_at < $1::timestamptz - interval '1 minute'`,
      values: [now],
    });
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(received?.count).toBeGreaterThanOrEqual(1);
    expect(unfinished).toBe(0);
    expect(due?.count).toBe(0);
    await request(product.url).get('/api/auth/v1/user').set(user.headers).expect(200);
  });

  it('starts trials at its time', async () => {
    const { id } = await createUser(product, { confirmed: false });
    await product.database.transaction(async () => {
      const user = await product.api.get(UsersRepository).lockById(id);
      const confirmEmail = product.api.get(ConfirmEmail);
      await confirmEmail.confirm(user!, { method: 'link', keepCredentials: true });
    });

    const { status, trialEnd } = await product.api.get(Entitlements).getByUser(id);

    expect(status).toBe('trialing');
    const fromNow = trialEnd!.getTime() - getClock(product.api).now().getTime();
    expect(Math.abs(fromNow - TRIAL_DAYS * DAY_MS)).toBeLessThan(60_000);
  });

  it('survives a restart of the worker', async () => {
    await advance({ advanceSeconds: 86_400 }).expect(200);

    const restarted = await product.startWorker();

    const difference = getClock(restarted).now().getTime() - getClock(product.api).now().getTime();
    expect(Math.abs(difference)).toBeLessThan(60_000);
  });

  it.each([
    [{}],
    [{ advanceSeconds: 1, advanceTo: '2040-01-01T00:00:00Z' }],
    [{ advanceSeconds: -1 }],
    [{ advanceTo: '2020-01-01T00:00:00Z' }],
  ])('rejects %j', async (body) => {
    expect((await advance(body)).status).toBe(422);
  });
});
