import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  authenticate,
  changeCard,
  handleEvents,
  liveThrough,
  soon,
  type Subscriber,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

const AUTHENTICATION_REQUIRED = '4000002760003184';

describe('after an upgrade whose payment was abandoned', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  afterEach(() => product.resetControls());

  const { call, subscribe, openSession, subjects, view, quote, confirm, atProvider, receives } =
    accountApi(product);
  /** Leaves the page while the bank asks for confirmation. Returns the client secret. */
  const abandonUpgrade = async ({ headers, providerId }: SignedInSubscriber) => {
    await changeCard(product, providerId, AUTHENTICATION_REQUIRED);
    const { body } = await confirm(headers, (await quote(headers, 'growth', 'month')).id);
    expect(body).toMatchObject({ status: 'requires_action' });
    return String(body.clientSecret);
  };
  const expectNotPayable = async (clientSecret: string) => {
    await authenticate(product, clientSecret, 'succeeded');
    const { status } = await product.stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0]!);
    expect(status).toBe('canceled');
  };
  const listInvoices = async (providerId: string) =>
    (await product.stripe.invoices.list({ subscription: providerId })).data.map(({ status, amount_due }) => [
      status,
      amount_due,
    ]);
  const listChanges = async ({ subscriptionId }: Subscriber) =>
    product.database.query<{ kind: string; status: string }>({
      text: 'select kind, status from subscription_changes where subscription_id = $1 order by created_at, id',
      values: [subscriptionId],
    });

  it.each([
    ['another one', 'year', 0],
    ['the same one twelve hours later', 'month', 0.5],
  ] as const)('%s is charged exactly as quoted', async (_, interval, days) => {
    const subscriber = await subscribe();
    const { providerId } = subscriber;
    const abandoned = await abandonUpgrade(subscriber);
    await liveThrough(product, days);
    const headers = await openSession(subscriber);
    const quoted = await quote(headers, 'growth', interval);
    const { body } = await confirm(headers, quoted.id);
    expect(body).toMatchObject({ status: 'requires_action' });
    expect(body.clientSecret).not.toBe(abandoned);
    await expectNotPayable(abandoned);
    await handleEvents(product);
    await authenticate(product, String(body.clientSecret), 'succeeded');
    await soon(product, async () => expect(await view(headers)).toMatchObject({ plan: 'growth', interval }));
    expect(await listInvoices(providerId)).toEqual([
      ['paid', quoted.dueNowCents],
      ['void', 5000],
      ['paid', 4900],
    ]);
    await receives(subscriber, 'Your plan has changed');
    await receives(subscriber, 'Your receipt from the product');
    expect(await subjects(subscriber)).toHaveLength(3);
  });

  it('another one is not charged if the abandoned one is paid in the meantime, which is then applied', async () => {
    const subscriber = await subscribe();
    const { headers, providerId } = subscriber;
    const abandoned = await abandonUpgrade(subscriber);
    const quoted = await quote(headers, 'growth', 'year');
    await product.control('webhook-failures', { kind: 'drop', count: 100 });
    await authenticate(product, abandoned, 'succeeded');
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await confirm(headers, quoted.id)).toMatchObject({
        status: 409,
        body: { code: 'quote_changed' },
      });
    expect(await listInvoices(providerId)).toEqual([
      ['paid', 5000],
      ['paid', 4900],
    ]);
    expect(await view(headers)).toMatchObject({ plan: 'growth', interval: 'month' });
    expect((await listChanges(subscriber)).map(({ status }) => status)).toEqual(['applied', 'failed']);
    await receives(subscriber, 'Your plan has changed');
    expect(await subjects(subscriber)).not.toContain('Your plan wasn’t changed');
  });

  it('canceling, resuming and a refund leave nothing to pay', async () => {
    const cancellation = 'account/v1/subscription/cancellation';
    const canceled = await subscribe();
    const resumed = await subscribe();
    const refunded = await subscribe();
    const all = [canceled, resumed, refunded];
    const secrets = await Promise.all(all.map(abandonUpgrade));
    await product.database.query({ text: 'delete from guarantee_refunds' });
    for (const { headers } of [canceled, resumed]) await call(headers, 'POST', cancellation);
    await call(resumed.headers, 'DELETE', cancellation);
    expect((await call(refunded.headers, 'POST', 'account/v1/subscription/refund')).status).toBe(200);
    await handleEvents(product);
    for (const secret of secrets) await expectNotPayable(secret);
    for (const { providerId } of all) {
      expect((await atProvider(providerId)).pending_update).toBeNull();
      expect(await listInvoices(providerId)).toEqual([
        ['void', 5000],
        ['paid', 4900],
      ]);
    }
    expect((await atProvider(canceled.providerId)).cancel_at_period_end).toBe(true);
    expect((await atProvider(resumed.providerId)).cancel_at_period_end).toBe(false);
    expect(await view(refunded.headers)).toMatchObject({ status: 'refunded' });
    expect(await subjects(refunded)).toEqual(['Your refund is on its way', 'Welcome to the product']);
    await product.database.query({ text: 'delete from guarantee_refunds' });
  });

  it('a payment that is completed after it was recorded as failed is applied', async () => {
    const subscriber = await subscribe();
    const { headers, subscriptionId } = subscriber;
    const abandoned = await abandonUpgrade(subscriber);
    await product.database.query({
      text: `update subscription_changes set status = 'failed', last_error = 'provider_rejected' where subscription_id = $1`,
      values: [subscriptionId],
    });
    await authenticate(product, abandoned, 'succeeded');
    await soon(product, async () => expect(await view(headers)).toMatchObject({ plan: 'growth' }));
    expect(await listChanges(subscriber)).toEqual([{ kind: 'upgrade', status: 'applied' }]);
    await receives(subscriber, 'Your plan has changed');
    await receives(subscriber, 'Your receipt from the product');
    expect(await subjects(subscriber)).not.toContain('Your plan wasn’t changed');
  });
});
