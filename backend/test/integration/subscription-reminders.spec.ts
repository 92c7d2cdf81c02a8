import { userConfirmed, Users } from '../../src/modules/auth/index.js';
import { invoicePaid } from '../../src/modules/billing/index.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { createSubscriber, handleEvents, type Subscriber } from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const DAY_SECONDS = 86_400;

/** Emails that the clock sends. */
describe('reminders', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  let yearly: Subscriber;
  let monthly: Subscriber;
  let disputed: Subscriber;

  beforeAll(async () => {
    [yearly, monthly, disputed] = await Promise.all([
      createSubscriber(product),
      createSubscriber(product),
      createSubscriber(product),
    ]);
  });
  afterEach(() => product.resetControls());

  const subjects = async ({ email }: { email: string }) =>
    (await product.emailsTo(email)).map(({ subject }) => subject).toReversed();
  const makeYearly = ({ subscriptionId }: Subscriber) =>
    product.database.query({
      text: `update subscriptions set billing_interval = 'year', amount_cents = 49900,
               current_period_end = current_period_start + interval '1 year' where id = $1`,
      values: [subscriptionId],
    });
  /** From now on, only the test changes the copies: webhooks are lost, and those on their way are handled. */
  const stopSync = async () => {
    await product.control('webhook-failures', { kind: 'drop', count: 100_000 });
    await eventually(async () => {
      const unfinished = await product.database.query({
        text: `select 1 from outbox_events where done_at is null and queue = 'payments'`,
      });
      expect(unfinished).toEqual([]);
    });
  };
  /** At the provider, and so in our copy. */
  const expireCard = async ({ providerId, userId }: Subscriber) => {
    const { default_payment_method: card } = await product.stripe.subscriptions.retrieve(providerId);
    await product.control(`payment-methods/${String(card)}/update`, { expMonth: 1, expYear: 2020 });
    await eventually(async () => expect(await getExpiryYear(userId)).toBe(2020));
  };
  const getExpiryYear = async (userId: string) => {
    const [copy] = await product.database.query<{ year: number }>({
      text: 'select exp_year as year from payment_methods where user_id = $1',
      values: [userId],
    });
    return copy?.year;
  };
  const renewSoon = ({ subscriptionId }: Subscriber) =>
    product.database.query({
      text: `update subscriptions set next_check_at = null, current_period_end = now() + interval '19 days' where id = $1`,
      values: [subscriptionId],
    });
  const runTasks = () => product.clock.advance(3601);

  it('announce a yearly renewal once, a week ahead, but no monthly one, and none while a payment is disputed', async () => {
    await stopSync();
    await makeYearly(yearly);
    await makeYearly(disputed);
    await product.database.query({
      text: `update subscriptions set disputed = true where id = $1`,
      values: [disputed.subscriptionId],
    });
    // The customer's copy decides here; the provider is not asked again before the end of the period.
    await product.database.query({
      text: `update subscriptions set next_check_at = null, current_period_end = now() + interval '6 days 23 hours' where id = any($1)`,
      values: [[yearly, monthly, disputed].map(({ subscriptionId }) => subscriptionId)],
    });
    runTasks();
    await eventually(async () => {
      expect(await subjects(yearly)).toEqual(['Welcome to the product', 'Your plan renews soon']);
    });
    const email = (await product.emailsTo(yearly.email)).find(({ subject }) => subject.includes('renews'))!;
    expect(email.text).toContain('$499');
    runTasks();
    runTasks();
    await eventually(async () => expect(await subjects(monthly)).toEqual(['Welcome to the product']));
    expect(await subjects(disputed)).toEqual(['Welcome to the product']);
    expect(await subjects(yearly)).toHaveLength(2);
  });

  it('do not announce the end of a card that the bank has replaced, even if that was not reported', async () => {
    await eventually(async () => expect(await getExpiryYear(monthly.userId)).toBe(2070));
    await stopSync();
    await product.database.query({
      text: 'update payment_methods set exp_year = 2020 where user_id = $1',
      values: [monthly.userId],
    });
    await renewSoon(monthly);
    runTasks();
    await eventually(async () => {
      const events = await product.database.query<{ done: boolean }>({
        text: `select done_at is not null as done from outbox_events where topic = 'subscription.card_expiring' and payload ->> 'userId' = $1`,
        values: [monthly.userId],
      });
      expect(events).toEqual([{ done: true }]);
    });
    expect(await getExpiryYear(monthly.userId)).toBe(2070);
    expect(await subjects(monthly)).toEqual(['Welcome to the product']);
  });

  it('name the scheduled plan, and what it costs, instead of a renewal that will not happen, and a card that expires before it', async () => {
    const [toMonthly, toYearly] = [disputed, monthly];
    await expireCard(toMonthly);
    await stopSync();
    await product.database.query({
      text: `update subscriptions set next_check_at = null, disputed = false, plan = 'growth', billing_interval = 'year', amount_cents = 99900,
               current_period_end = now() + interval '7 days', pending_plan = 'team', pending_interval = 'month',
               pending_at = now() + interval '7 days'
             where id = $1`,
      values: [toMonthly.subscriptionId],
    });
    await product.database.query({
      text: `update subscriptions set next_check_at = null, plan = 'growth', amount_cents = 9900,
               current_period_end = now() + interval '7 days', pending_plan = 'team', pending_interval = 'year',
               pending_at = now() + interval '7 days'
             where id = $1`,
      values: [toYearly.subscriptionId],
    });
    runTasks();
    const getEmailText = ({ email }: Subscriber, subject: string) =>
      eventually(async () => {
        const found = (await product.emailsTo(email)).find((sent) => sent.subject === subject);
        expect(found).toBeDefined();
        return found!.text.replaceAll(/\s+/g, ' ');
      });
    const reminder = await getEmailText(toMonthly, 'Your plan changes soon');
    expect(reminder).toContain('your Growth plan changes to Team, billed monthly, as you scheduled.');
    expect(reminder).toContain('We’ll charge $49 to your card.');
    expect(reminder).not.toMatch(/renews|\$999/);
    expect(await getEmailText(toYearly, 'Your plan changes soon')).toContain(
      'We’ll charge $499 to your card.',
    );
    expect(await getEmailText(toMonthly, 'Your card expires soon')).toContain(
      'the next payment for your Team plan',
    );
    runTasks();
    await handleEvents(product);
    expect((await subjects(toMonthly)).toSorted()).toEqual([
      'Welcome to the product',
      'Your card expires soon',
      'Your plan changes soon',
    ]);
  });

  it('are followed by a receipt for the scheduled plan, even if its payment is known before the change', async () => {
    const { email, subscriptionId, providerId } = yearly;
    await stopSync();
    await product.database.query({
      text: `update subscriptions set next_check_at = null, plan = 'growth', billing_interval = 'year', pending_plan = 'team',
               pending_interval = 'month', pending_at = current_period_end where id = $1`,
      values: [subscriptionId],
    });
    const [renewal] = await product.database.query<{ id: string }>({
      text: `insert into invoices (provider_invoice_id, provider_subscription_id, status, amount_paid_cents, currency, issued_at,
               billing_reason, period_start, period_end, seen_at)
             select provider_invoice_id || '_renewal', provider_subscription_id, 'paid', 4900, currency, period_end,
               'subscription_cycle', period_end, period_end + interval '1 month', seen_at
             from invoices where provider_subscription_id = $1 returning provider_invoice_id as id`,
      values: [providerId],
    });
    await product.database.transaction(() =>
      product.api.get(Outbox).emit(invoicePaid, {
        providerInvoiceId: renewal!.id,
        providerSubscriptionId: providerId,
        recovered: false,
      }),
    );
    await eventually(async () => {
      const receipt = (await product.emailsTo(email)).find(({ subject }) => subject.includes('receipt'));
      expect(receipt?.text).toMatch(/Team, billed monthly/);
    });
  });

  it('announce the end of the trial, and only to customers without a plan', async () => {
    const [user, colleague] = [await createUser(product), await createUser(product)];
    const users = product.api.get(Users);
    await product.database.query({
      text: 'update users set email_confirmed_at = now() where id = $1',
      values: [monthly.userId],
    });
    expect((await users.findById(user.id))?.emailConfirmedAt).toBeInstanceOf(Date);
    await users.setRole(colleague.id, 'support', null);
    await product.database.transaction(async () => {
      for (const userId of [colleague.id, monthly.userId, user.id])
        await product.api.get(Outbox).emit(userConfirmed, { userId });
    });
    await eventually(async () => {
      const [scheduled] = await product.database.query<{ count: number }>({
        text: `select count(*)::int from outbox_events where topic in ('trial.ending', 'trial.ended')`,
      });
      expect(scheduled!.count).toBeGreaterThanOrEqual(6);
    });
    product.clock.advance(11 * DAY_SECONDS + 60);
    await eventually(async () => expect(await subjects(user)).toEqual(['Your free trial ends soon']));
    product.clock.advance(3 * DAY_SECONDS);
    await eventually(async () =>
      expect(await subjects(user)).toEqual(['Your free trial ends soon', 'Your free trial has ended']),
    );
    expect((await subjects(monthly)).filter((subject) => subject.includes('trial'))).toEqual([]);
    expect(await subjects(colleague)).toEqual([]);
  });
});
