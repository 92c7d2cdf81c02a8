import { RecoverMissedEvents } from '../../src/modules/billing/webhooks/recover-missed-events.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

describe('payment events whose webhook was lost', () => {
  const product = useFixture(startPaymentFixture);
  const worker = useWorker(product, { runsScheduledTasks: false });

  beforeAll(() => product.control('webhook-failures', { kind: 'drop', count: 100_000 }));

  const recover = () => worker.get(RecoverMissedEvents).run();
  const createPaidIntents = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await product.stripe.paymentIntents.create({
          amount: 4900,
          currency: 'usd',
          payment_method: 'pm_card_visa',
          confirm: true,
        });
        return id;
      }),
    );
  const processed = async (paid: string[]): Promise<string[]> => {
    const rows = await product.database.query<{ id: string }>({
      text: `select payload ->> 'paymentIntentId' as id from outbox_events where topic = 'payment.succeeded'
             and payload ->> 'paymentIntentId' = any($1) order by 1`,
      values: [paid],
    });
    return rows.map(({ id }) => id);
  };

  it('are left to the webhook while they are recent', async () => {
    const paid = await createPaidIntents(1);
    await recover();
    expect(await processed(paid)).toEqual([]);
    product.clock.advance(30);
    await recover();
    expect(await processed(paid)).toEqual(paid);
  });

  it('are each processed once, across all pages, no matter how often the list is read', async () => {
    const paid = await createPaidIntents(110);
    product.clock.advance(30);
    await recover();
    await recover();
    expect(await processed(paid)).toEqual(paid.toSorted());
    const later = await createPaidIntents(1);
    product.clock.advance(30);
    await recover();
    expect(await processed([...paid, ...later])).toEqual([...paid, ...later].sort());
  });

  it('are found after a long outage and despite clock skew', async () => {
    await recover();
    await product.control('clock', { advanceSeconds: 3 * 86_400 });
    const ahead = await createPaidIntents(1);
    await recover();
    expect(await processed(ahead)).toEqual(ahead);
    product.clock.advance(10 * 86_400);
    const behind = await createPaidIntents(1);
    await recover();
    expect(await processed([...ahead, ...behind])).toEqual([...ahead, ...behind].sort());
  });
});
