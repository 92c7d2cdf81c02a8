import { PurgeUnpaidCheckouts } from '../../src/modules/checkout/reconciliation/purge-unpaid-checkouts.task.js';
import { RecoverMissedEvents } from '../../src/modules/billing/webhooks/recover-missed-events.js';
import { ReconcilePayments } from '../../src/modules/checkout/reconciliation/reconcile-payments.task.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { eventually } from '../support/eventually.js';
import { insertOpenCheckouts, type OpenCheckoutRow } from '../support/open-checkouts.js';
import { buildPurchase, payForCheckout, signIn } from '../support/purchase.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

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

describe('reconciliation with the provider', () => {
  const product = useFixture(startPaymentFixture);
  const worker = useWorker(product, { runsScheduledTasks: false });

  describe('of payment events whose webhook was lost', () => {
    beforeAll(() => product.control('webhook-failures', { kind: 'drop', count: 100_000 }));
    afterAll(() => product.resetControls());

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

    it('leaves recent ones to the webhook', async () => {
      const paid = await createPaidIntents(1);
      await recover();
      expect(await processed(paid)).toEqual([]);
      product.clock.advance(30);
      await recover();
      expect(await processed(paid)).toEqual(paid);
    });

    it('processes each once, across all pages, no matter how often the list is read', async () => {
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

    it('finds them after a long outage and despite clock skew', async () => {
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

  /** Batches of checkouts in which one row fails at the provider. */
  describe('of an open checkout that fails at the provider', () => {
    afterEach(() => product.resetControls());

    const stored = async (id: string): Promise<StoredCheckout> => {
      const [row] = await product.database.query<StoredCheckout>({
        text: 'select * from checkouts where id = $1',
        values: [id],
      });
      return row!;
    };
    const failAtProvider = ({ providerId }: Pick<OpenCheckoutRow, 'providerId'>) =>
      product.control('api-failures', {
        kind: 'error',
        status: 503,
        final: true,
        count: 1000,
        path: providerId,
      });
    const reconcile = () => worker.get(ReconcilePayments).run();
    const purge = () => worker.get(PurgeUnpaidCheckouts).run();
    const secondsUntil = (at: Date | null) => (at!.getTime() - product.clock.now().getTime()) / 1000;
    const metrics = () => worker.get(Metrics).registry.metrics();

    it('does not block that of others, backs off, and provisions it once it can be read', async () => {
      await product.control('webhook-failures', { kind: 'drop', count: 1000 });
      const [first, second] = [buildPurchase(), buildPurchase()];
      const poisoned = await payForCheckout(product, first);
      const healthy = await payForCheckout(product, second);
      const getCheckoutId = async (paymentIntentId: string) =>
        (
          await product.database.query<{ id: string }>({
            text: 'select id from checkouts where payment_intent_id = $1',
            values: [paymentIntentId],
          })
        )[0]!.id;
      const [poisonedId, healthyId] = [
        await getCheckoutId(poisoned.paymentIntentId),
        await getCheckoutId(healthy.paymentIntentId),
      ];
      await failAtProvider({ providerId: poisoned.paymentIntentId });

      product.clock.advance(180);
      await reconcile();
      await eventually(async () => expect((await stored(healthyId)).status).toBe('provisioned'));
      expect((await signIn(product, second.email, second.password)).status).toBe(200);
      const once = await stored(poisonedId);
      expect(once).toMatchObject({
        status: 'open',
        check_failures: 1,
        last_error: expect.stringMatching(/\w/),
      });

      const delaySeconds = secondsUntil(once.next_check_at);
      expect(delaySeconds).toBeGreaterThan(30);
      product.clock.advance(delaySeconds + 1);
      await reconcile();
      const twice = await stored(poisonedId);
      expect(twice.check_failures).toBe(2);
      expect(secondsUntil(twice.next_check_at)).toBeGreaterThan(1.5 * delaySeconds);

      await product.resetControls();
      product.clock.advance(secondsUntil(twice.next_check_at) + 1);
      await reconcile();
      await eventually(async () =>
        expect(await stored(poisonedId)).toMatchObject({ status: 'provisioned', check_failures: 0 }),
      );
    });

    it('does not block the purge of others, moves to the end, and deletes its password hash', async () => {
      const [poisoned, ...others] = await insertOpenCheckouts(product, 'in-page', 4, 2 * DAY_SECONDS);
      const hosted = await insertOpenCheckouts(product, 'hosted', 2, 2 * DAY_SECONDS);
      await product.database.query({
        text: `update checkouts set created_at = created_at - interval '1 hour', password_hash = 'hash' where id = $1`,
        values: [poisoned!.id],
      });
      await failAtProvider(poisoned!);

      await purge();
      for (const { id } of [...others, ...hosted]) expect((await stored(id)).status).toBe('canceled');
      const once = await stored(poisoned!.id);
      expect(once).toMatchObject({ status: 'open', close_failures: 1, password_hash: null });
      expect(secondsUntil(once.next_close_at)).toBeGreaterThan(30);

      product.clock.advance(secondsUntil(once.next_close_at) + 1);
      await purge();
      const twice = await stored(poisoned!.id);
      expect(twice.close_failures).toBe(2);
      expect(secondsUntil(twice.next_close_at)).toBeGreaterThan(90);

      await product.resetControls();
      product.clock.advance(secondsUntil(twice.next_close_at) + 1);
      await purge();
      expect(await stored(poisoned!.id)).toMatchObject({ status: 'canceled' });
      expect((await product.stripe.paymentIntents.retrieve(poisoned!.providerId)).status).toBe('canceled');
      const { id } = worker.get(PurgeUnpaidCheckouts);
      expect(await metrics()).toContain(`task_row_failures_total{task="${id}"} 2`);
    });
  });
});
