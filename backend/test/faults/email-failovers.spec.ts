import { eventually } from '../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { emptyRedis, setReadOnly, whileLocked } from '../support/service-faults.js';
import { welcomeEmail, startEmailFixture, type EmailFixture } from '../support/email-fixture.js';

const FAILOVERS = 5;
const EMAILS_PER_FAILOVER = 20;

describe('emails accepted while the database rejects writes', () => {
  let product: EmailFixture;
  let workers: ProductProcess[] = [];
  beforeAll(async () => {
    product = await startEmailFixture();
    workers = await Promise.all([1, 2].map(() => startProductProcess('worker', product.settings)));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await product?.stop();
  });

  const queueAll = (address: string) =>
    eventually(() =>
      product.database.transaction(async () => {
        for (let queued = 0; queued < EMAILS_PER_FAILOVER; queued += 1)
          await product.queueEmail(welcomeEmail(address));
      }),
    );
  const expectSentOnce = async (addresses: string[]) => {
    await eventually(async () => {
      const [unfinished] = await product.database.query<{ emails: number; events: number }>({
        text: `select (select count(*)::int from emails where status <> 'sent') as emails,
                      (select count(*)::int from outbox_events where done_at is null) as events`,
      });
      expect(unfinished).toEqual({ emails: 0, events: 0 });
    });
    for (const address of addresses)
      expect(await product.emailsTo(address)).toHaveLength(EMAILS_PER_FAILOVER);
  };

  it('are sent once, although its connections drop, leases expire and Redis is flushed', async () => {
    await product.setMailServerControls({ delayMs: 1500 });
    const addresses = Array.from({ length: FAILOVERS }, (_, index) => `reader-${index}@example.com`);
    for (const address of addresses) {
      await queueAll(address);
      await eventually(async () => expect(await product.emailsTo(address)).toHaveLength(EMAILS_PER_FAILOVER));
      await setReadOnly(product, true);
      await eventually(async () => {
        const [sending] = await product.database.query<{ expired: boolean }>({
          text: `select bool_and(lease_until < clock_timestamp()) as expired from emails where status = 'sending'`,
        });
        expect(sending).toEqual({ expired: true });
      });
      await emptyRedis(product);
      await setReadOnly(product, false);
    }

    await expectSentOnce(addresses);
  });

  it.each(['email_attempts', 'inbox_entries'])(
    'are sent once, although %s is locked for longer than a statement may take, and Redis is flushed',
    async (table) => {
      const address = `${table}@example.com`;
      await whileLocked(product, table, async () => {
        await queueAll(address);
        const waiting = () =>
          product.database.query<{ started: string }>({
            text: `select pid || ' ' || query_start as started from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`,
          });
        const first = await eventually(async () => {
          const found = await waiting();
          expect(found).not.toEqual([]);
          return found;
        });
        await emptyRedis(product);
        await eventually(async () => {
          const statements = await waiting();
          expect(statements).not.toEqual([]);
          for (const statement of first) expect(statements).not.toContainEqual(statement);
        });
      });
      await expectSentOnce([address]);
    },
  );
});
