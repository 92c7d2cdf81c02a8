import type { INestApplicationContext } from '@nestjs/common';
import { RecoverMissedEvents } from '../../src/modules/billing/application/recover-missed-events.js';
import { stripeClientFor } from '../support/open-checkouts.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

describe('payment events whose webhook was lost', () => {
  let product: PaymentFixture;
  let worker: INestApplicationContext;

  beforeEach(async () => {
    product = await startPaymentFixture();
    worker = await product.startWorker();
    // The tests run the task themselves.
    await product.database.query({ text: `update scheduled_tasks set next_run_at = 'infinity'` });
    await product.control('webhook-failures', { kind: 'drop', count: 100_000 });
  });
  afterEach(() => product?.stop());

  const recover = () => worker.get(RecoverMissedEvents, { strict: false }).run();
  const payIntents = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await stripeClientFor(product).paymentIntents.create({
          amount: 4900,
          currency: 'usd',
          payment_method: 'pm_card_visa',
          confirm: true,
        });
        return id;
      }),
    );
  const emitted = async (): Promise<string[]> => {
    const rows = await product.database.query<{ id: string }>({
      text: `select payload ->> 'paymentIntentId' as id from outbox_events where topic = 'payment.succeeded'`,
    });
    return rows.map(({ id }) => id).sort();
  };

  it('are processed once each, across all pages, however often the list is read', async () => {
    const paid = await payIntents(130);
    product.clock.advance(30);
    await recover();
    await recover();
    expect(await emitted()).toEqual(paid.sort());
    const later = await payIntents(1);
    product.clock.advance(30);
    await recover();
    expect(await emitted()).toEqual([...paid, ...later].sort());
  });

  it('are left to their webhook while recent', async () => {
    const paid = await payIntents(1);
    await recover();
    expect(await emitted()).toEqual([]);
    product.clock.advance(30);
    await recover();
    expect(await emitted()).toEqual(paid);
  });

  it('are found after a long outage and despite clock differences', async () => {
    await recover();
    await product.control('clock', { advanceSeconds: 3 * 86_400 });
    const ahead = await payIntents(1);
    await recover();
    expect(await emitted()).toEqual(ahead);
    product.clock.advance(10 * 86_400);
    const behind = await payIntents(1);
    await recover();
    expect(await emitted()).toEqual([...ahead, ...behind].sort());
  });
});
