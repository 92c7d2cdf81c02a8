import type { INestApplicationContext } from '@nestjs/common';
import { PurgeUnpaidCheckouts } from '../../src/modules/subscriptions/handlers/purge-unpaid-checkouts.task.js';
import { ReconcilePayments } from '../../src/modules/subscriptions/handlers/reconcile-payments.task.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { eventually } from '../support/eventually.js';
import { openCheckouts, stripeOf, type OpenCheckoutRow } from '../support/open-checkouts.js';
import { aPurchase, pay } from '../support/purchase.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const DAY_SECONDS = 86_400;

interface StoredCheckout {
  id: string;
  status: string;
  check_failures: number;
  close_failures: number;
  last_error: string | null;
  next_check_at: Date;
  next_close_at: Date | null;
  password_hash: string | null;
}

/** Batches of checkouts in which one row fails at the provider. */
describe('an open checkout that fails', () => {
  let shop: PaymentFixture;
  let worker: INestApplicationContext;

  beforeEach(async () => {
    shop = await startPaymentFixture();
    worker = await shop.startWorker();
    // The tasks run when the tests call them.
    await shop.database.query({ text: `update scheduled_tasks set next_run_at = 'infinity'` });
  });
  afterEach(() => shop?.stop());

  const stored = async (id: string): Promise<StoredCheckout> => {
    const [row] = await shop.database.query<StoredCheckout>({
      text: 'select * from checkouts where id = $1',
      values: [id],
    });
    return row!;
  };
  const failAt = ({ providerId }: Pick<OpenCheckoutRow, 'providerId'>) =>
    shop.control('api-faults', { kind: 'error', status: 503, count: 1000, path: providerId });
  const mend = () => fetch(`${shop.payments.url}/controls`, { method: 'DELETE' });
  const reconcile = () => worker.get(ReconcilePayments, { strict: false }).run();
  const purge = () => worker.get(PurgeUnpaidCheckouts, { strict: false }).run();
  const dueSecondsOf = (at: Date | null) => (at!.getTime() - shop.clock.now().getTime()) / 1000;
  const metrics = () => worker.get(Metrics, { strict: false }).registry.metrics();

  it('stops no other in reconciliation, waits longer each time, and is found once it can be read', async () => {
    await shop.control('webhook-faults', { kind: 'drop', count: 1000 });
    const [first, second] = [aPurchase(), aPurchase()];
    const poisoned = await pay(shop, first);
    const sound = await pay(shop, second);
    const rowOf = async (paymentIntentId: string) =>
      (
        await shop.database.query<{ id: string }>({
          text: 'select id from checkouts where payment_intent_id = $1',
          values: [paymentIntentId],
        })
      )[0]!.id;
    const [poisonedId, soundId] = [await rowOf(poisoned.paymentIntentId), await rowOf(sound.paymentIntentId)];
    await failAt({ providerId: poisoned.paymentIntentId });

    shop.clock.advance(180);
    await reconcile();
    await eventually(async () => expect((await stored(soundId)).status).toBe('provisioned'));
    const once = await stored(poisonedId);
    expect(once).toMatchObject({
      status: 'open',
      check_failures: 1,
      last_error: expect.stringMatching(/\w/),
    });

    const delaySeconds = dueSecondsOf(once.next_check_at);
    expect(delaySeconds).toBeGreaterThan(30);
    shop.clock.advance(delaySeconds + 1);
    await reconcile();
    const twice = await stored(poisonedId);
    expect(twice.check_failures).toBe(2);
    expect(dueSecondsOf(twice.next_check_at)).toBeGreaterThan(1.5 * delaySeconds);

    await mend();
    shop.clock.advance(dueSecondsOf(twice.next_check_at) + 1);
    await reconcile();
    await eventually(async () =>
      expect(await stored(poisonedId)).toMatchObject({ status: 'provisioned', check_failures: 0 }),
    );
  });

  it('stops no other in the purge, moves to the end, and loses its password hash all the same', async () => {
    const [poisoned, ...others] = await openCheckouts(shop, 'in-page', 4, 2 * DAY_SECONDS);
    const hosted = await openCheckouts(shop, 'hosted', 2, 2 * DAY_SECONDS);
    await shop.database.query({
      text: `update checkouts set created_at = created_at - interval '1 hour', password_hash = 'hash' where id = $1`,
      values: [poisoned!.id],
    });
    await failAt(poisoned!);

    await purge();
    for (const { id } of [...others, ...hosted]) expect((await stored(id)).status).toBe('canceled');
    const once = await stored(poisoned!.id);
    expect(once).toMatchObject({ status: 'open', close_failures: 1, password_hash: null });
    expect(dueSecondsOf(once.next_close_at)).toBeGreaterThan(30);

    shop.clock.advance(dueSecondsOf(once.next_close_at) + 1);
    await purge();
    const twice = await stored(poisoned!.id);
    expect(twice.close_failures).toBe(2);
    expect(dueSecondsOf(twice.next_close_at)).toBeGreaterThan(90);

    await mend();
    shop.clock.advance(dueSecondsOf(twice.next_close_at) + 1);
    await purge();
    expect(await stored(poisoned!.id)).toMatchObject({ status: 'canceled' });
    expect((await stripeOf(shop).paymentIntents.retrieve(poisoned!.providerId)).status).toBe('canceled');
    const { id } = worker.get(PurgeUnpaidCheckouts, { strict: false });
    expect(await metrics()).toContain(`task_row_failures_total{task="${id}"} 2`);
  });
});
