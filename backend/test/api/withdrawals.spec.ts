import { cancellationForm } from '../support/cancellation-form.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  createSubscriber,
  advanceBothClocks,
  soon,
  getSubscription,
  allowGuarantee,
  type PaidOn,
  type Subscriber,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

/** The test that lives through months is first, while there are few subscribers. */
describe('a withdrawal without signing in', () => {
  const product = useFixture(startPaymentFixture, { TRUSTED_PROXIES: 'loopback' });
  useWorker(product);

  const { call, submit, receipt, linkIn, manage, search } = cancellationForm(() => product);
  const listRefunds = async (subscriber: Subscriber) => {
    const { payment_intent_id: payment } = await getSubscription(product, subscriber);
    const { data } = await product.stripe.refunds.list({ payment_intent: payment! });
    return data.map(({ amount }) => amount);
  };

  it('reminds a customer to confirm the refund of a withdrawal, alerts staff, and still refunds weeks later', async () => {
    const subscriber = await createSubscriber(product);
    const { reference } = await submit(subscriber.email, { kind: 'withdraw' });
    const { text, subject: received } = await receipt(subscriber.email, reference);
    expect(received).toBe('We received your withdrawal');
    const link = linkIn(text);
    const undone = await createSubscriber(product, { number: '5555555555554444' });
    const other = await submit(undone.email, { kind: 'withdraw' });
    await manage(linkIn((await receipt(undone.email, other.reference)).text), 'undo');
    const waiting = async ({ email }: Subscriber) =>
      (await search(`waiting=true&search=${email}`)).map((item) => [item.reference, item.waiting]);
    expect(await waiting(subscriber)).toEqual([[reference, true]]);
    expect(await waiting(undone)).toEqual([]);
    const setUndone = (status: string, undoneAt: Date | null) =>
      product.database.query({
        text: `with paused as (update subscriptions set status = $2 where id = $1)
               update cancellation_submissions set undone_at = $3, refundable = false, outcome = 'confirmation_needed'
               where reference = $4`,
        values: [undone.subscriptionId, status, undoneAt, other.reference],
      });
    await setUndone('paused', null);
    expect(await waiting(undone)).toEqual([[other.reference, true]]);
    await setUndone('active', product.clock.now());

    const reminders = async ({ email }: Subscriber) =>
      (await product.emailsTo(email)).filter(({ subject }) => subject.includes('haven’t confirmed'));
    expect(await reminders(subscriber)).toEqual([]);
    await advanceBothClocks(product, 3.1);
    await soon(product, async () => expect(await reminders(subscriber)).toHaveLength(1));
    expect(linkIn((await reminders(subscriber))[0]!.text)).toEqual(link);
    const alerts = async () =>
      (await product.emailsTo(product.settings.supportEmail)).filter(({ text: alert }) =>
        alert.includes(reference),
      );
    expect(await alerts()).toEqual([]);
    await advanceBothClocks(product, 7);
    await soon(product, async () => expect(await alerts()).toHaveLength(1));
    expect((await alerts())[0]!.subject).toBe('A withdrawal refund hasn’t been confirmed');
    expect(await reminders(undone)).toEqual([]);
    // Otherwise it would renew.
    await product.stripe.subscriptions.cancel(undone.providerId);

    await advanceBothClocks(product, 60);
    expect(await waiting(subscriber)).toEqual([[reference, true]]);
    await soon(product, async () =>
      expect((await call('view-cancellation', link)).body).toMatchObject({
        actions: ['refund'],
        refund: { amountCents: 4900, currency: 'usd', card: { brand: 'visa', last4: '4242' } },
      }),
    );
    expect(await listRefunds(subscriber)).toEqual([]);
    for (let press = 0; press < 2; press += 1)
      expect(await manage(link, 'refund')).toMatchObject({ state: 'ended', actions: [] });
    expect(await listRefunds(subscriber)).toEqual([4900]);
    expect(await waiting(subscriber)).toEqual([]);
    // No one signed in.
    const actors = await product.database.query<{ action: string; actor: string | null }>({
      text: `select action, actor_id as actor from audit_entries
             where subject_id = $1 and action ~ '^subscription.(cancel|refund)-' order by at`,
      values: [subscriber.userId],
    });
    expect(actors).toEqual(
      ['cancel-requested', 'cancel-applied', 'refund-requested', 'refund-applied'].map((action) => ({
        action: `subscription.${action}`,
        actor: null,
      })),
    );
    await advanceBothClocks(product, 20);
    expect((await call('view-cancellation', link)).status).toBe(404);
    expect(await reminders(subscriber)).toHaveLength(1);
  });

  it('offers a refund unless the person or the card used the guarantee before the purchase', async () => {
    await allowGuarantee(product);
    const withdraw = async (paidOn: PaidOn) => {
      const subscriber = await createSubscriber(product, { paidOn });
      const { reference } = await submit(subscriber.email, { kind: 'withdraw' });
      const { text } = await receipt(subscriber.email, reference);
      return { subscriber, text, link: linkIn(text) };
    };
    const listActions = async (link: object) => (await call('view-cancellation', link)).body.actions;
    const [first, second] = [await withdraw('our page'), await withdraw('hosted page')];
    for (const { text, link } of [first, second]) {
      expect(text).toContain('Confirm refund');
      expect(await listActions(link)).toEqual(['refund', 'undo']);
    }
    expect(
      (await product.stripe.subscriptions.retrieve(first.subscriber.providerId)).cancel_at_period_end,
    ).toBe(true);
    expect(await manage(first.link, 'refund')).toMatchObject({ state: 'ended' });
    expect(await listRefunds(first.subscriber)).toEqual([4900]);

    // Paid with the same card, before and after the guarantee was used.
    expect(await listActions(second.link)).toEqual(['refund', 'undo']);
    const third = await withdraw('hosted page');
    expect(third.text).not.toContain('Confirm refund');
    expect(third.text.replaceAll(/\s+/g, ' ')).toContain('at least one of yours has already been used');
    expect(await listActions(third.link)).toEqual(['undo']);
    // In one tab, while another still offers to keep the plan.
    for (const action of ['refund', 'undo'])
      expect(await manage(second.link, action)).toMatchObject({
        state: 'ended',
        refunded: true,
        actions: [],
      });
  });
});
