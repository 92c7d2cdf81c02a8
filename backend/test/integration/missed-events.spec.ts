import type { INestApplicationContext } from '@nestjs/common';
import { RecoverMissedEvents } from '../../src/modules/billing/application/recover-missed-events.js';
import { stripeOf } from '../support/open-checkouts.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

describe('payment events whose webhook was lost', () => {
  let shop: PaymentFixture;
  let worker: INestApplicationContext;

  beforeEach(async () => {
    shop = await startPaymentFixture();
    worker = await shop.startWorker();
    // The task runs when the tests call it.
    await shop.database.query({ text: `update scheduled_tasks set next_run_at = 'infinity'` });
    await shop.control('webhook-faults', { kind: 'drop', count: 100_000 });
  });
  afterEach(() => shop?.stop());

  const recover = () => worker.get(RecoverMissedEvents, { strict: false }).run();
  const payIntents = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await stripeOf(shop).paymentIntents.create({
          amount: 4900,
          currency: 'usd',
          payment_method: 'pm_card_visa',
          confirm: true,
        });
        return id;
      }),
    );
  const emitted = async (): Promise<string[]> => {
    const rows = await shop.database.query<{ id: string }>({
      text: `select payload ->> 'paymentIntentId' as id from outbox_events where topic = 'payment.succeeded'`,
    });
    return rows.map(({ id }) => id).sort();
  };

  it('are taken up once each, over all pages of the list, however often it is read', async () => {
    const paid = await payIntents(130);
    shop.clock.advance(30);
    await recover();
    await recover();
    expect(await emitted()).toEqual(paid.sort());
    const later = await payIntents(1);
    shop.clock.advance(30);
    await recover();
    expect(await emitted()).toEqual([...paid, ...later].sort());
  });

  it('are left to their webhook while they are young', async () => {
    const paid = await payIntents(1);
    await recover();
    expect(await emitted()).toEqual([]);
    shop.clock.advance(30);
    await recover();
    expect(await emitted()).toEqual(paid);
  });

  it('are found after a long outage, and although the clocks differ', async () => {
    await recover();
    await shop.control('clock', { advanceSeconds: 3 * 86_400 });
    const ahead = await payIntents(1);
    await recover();
    expect(await emitted()).toEqual(ahead);
    shop.clock.advance(10 * 86_400);
    const behind = await payIntents(1);
    await recover();
    expect(await emitted()).toEqual([...ahead, ...behind].sort());
  });
});
