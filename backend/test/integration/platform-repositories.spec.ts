import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Audit } from '../../src/platform/audit/audit.js';
import { AuditTrail } from '../../src/platform/audit/audit-trail.js';
import { RowPurger } from '../../src/platform/scheduler/row-purger.repository.js';
import { IdempotencyKeyEntity } from '../../src/platform/http/idempotency-key.entity.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { WebhookEventEntity } from '../../src/modules/billing/webhooks/webhook-event.entity.js';
import { OutboxEventEntity } from '../../src/platform/outbox/outbox-event.entity.js';
import {
  OUTBOX_CHANNEL,
  OutboxEventsRepository,
} from '../../src/platform/outbox/outbox-events.repository.js';
import type { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import { ScheduledTask } from '../../src/platform/scheduler/scheduled-task.js';
import { Scheduler } from '../../src/platform/worker/scheduler.js';
import { eventually } from '../support/eventually.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

describe('the repositories of the platform layer', () => {
  const product = useFixture(startTestProduct);

  const query = <Row>(text: string, values: unknown[] = []) => product.database.query<Row>({ text, values });

  describe('outbox events', () => {
    let events: OutboxEventsRepository;
    let notified = 0;
    let listener: Client;

    beforeAll(async () => {
      events = product.api.get(OutboxEventsRepository);
      listener = new Client({ connectionString: product.settings.databaseUrl });
      listener.on('notification', () => (notified += 1));
      await listener.connect();
      await listener.query(`listen ${OUTBOX_CHANNEL}`);
    });
    afterAll(() => listener.end());
    beforeEach(async () => {
      await query('delete from outbox_events');
      await listener.query('select 1');
      notified = 0;
    });

    const add = async (dueAt: Date, queue: 'events' | 'payments' = 'events') => {
      const id = randomUUID();
      const now = product.clock.now();
      const payload = { text: '“Zoë”', nested: [1, null] };
      await product.database.transaction(() =>
        events.add({ id, topic: 'spec.happened', queue, payload, createdAt: now, dueAt }),
      );
      return id;
    };
    const getState = async (id: string) => {
      const [row] = await query<{
        published: boolean;
        done: boolean;
        attempts: number;
        error: string | null;
      }>(
        `select published_at is not null as published, done_at is not null as done, attempts, last_error as error
         from outbox_events where id = $1`,
        [id],
      );
      return row!;
    };
    const soon = () => product.clock.in(-1);

    it('are stored with their payload, and notify the relays on commit', async () => {
      const id = await add(soon());
      const [found] = await events.findWithHandlers([id]);
      expect(found).toMatchObject({
        id,
        topic: 'spec.happened',
        payload: { text: '“Zoë”', nested: [1, null] },
        attempts: 0,
        doneAt: null,
        handledBy: [],
      });
      await eventually(async () => expect(notified).toBe(1));
    });

    it('are claimed once, earliest first, up to the limit, and not from skipped queues', async () => {
      const second = await add(product.clock.in(-10));
      const first = await add(product.clock.in(-20));
      await add(product.clock.in(-30), 'payments');
      await add(product.clock.in(3600));
      const claimed = await events.claimDue(product.clock.now(), ['payments'], 1);
      expect(claimed).toEqual([{ id: first, queue: 'events' }]);
      expect(await events.claimDue(product.clock.now(), ['payments'], 5)).toEqual([
        { id: second, queue: 'events' },
      ]);
      expect(await events.claimDue(product.clock.now(), ['payments'], 5)).toEqual([]);
    });

    it('are published again once their job counts as lost', async () => {
      const id = await add(soon());
      await events.claimDue(product.clock.now(), [], 5);
      expect(await events.unpublishLost(product.clock.in(-60), 5)).toEqual([]);
      expect(await events.unpublishLost(product.clock.now(), 5)).toEqual([{ id, queue: 'events' }]);
      expect((await getState(id)).published).toBe(false);
    });

    it('become due at once, with one notification for all', async () => {
      const ids = [await add(product.clock.in(3600)), await add(product.clock.in(7200))];
      await eventually(async () => expect(notified).toBe(2));
      await events.makeDue(ids, soon());
      await eventually(async () => expect(notified).toBe(3));
      const claimed = await events.claimDue(product.clock.now(), [], 5);
      expect(claimed.map(({ id }) => id).sort()).toEqual(ids.sort());
    });

    it('are postponed with the attempt and a shortened error', async () => {
      const id = await add(soon());
      await events.claimDue(product.clock.now(), [], 5);
      await events.postpone(id, 3, product.clock.in(60), 'x'.repeat(2000));
      expect(await getState(id)).toEqual({
        published: false,
        done: false,
        attempts: 3,
        error: 'x'.repeat(1000),
      });
      expect(await events.claimDue(product.clock.now(), [], 5)).toEqual([]);
    });

    it('never change after they are done', async () => {
      const id = await add(soon());
      const other = await add(soon());
      await events.claimDue(product.clock.now(), [], 5);
      await events.markDone(id, product.clock.now());
      await events.postpone(id, 9, soon(), 'late');
      await events.unpublish([id, other]);
      await events.makeDue([id], soon());
      expect(await getState(id)).toEqual({ published: true, done: true, attempts: 0, error: null });
      expect((await getState(other)).published).toBe(false);
    });
  });

  describe('audit log', () => {
    it('pages through entries of the same time, newest first, with filters', async () => {
      const audit = product.api.get(Audit);
      const trail = product.api.get(AuditTrail);
      const actorId = randomUUID();
      for (const number of [1, 2, 3, 4, 5]) {
        const subject = { type: 'queue', id: number % 2 ? 'odd' : 'even' } as const;
        await audit.record({ actorId, action: 'queue.paused', subject, details: { number, text: 'é' } });
      }
      await audit.record({ actorId: null, action: 'queue.paused' });
      await query(`update audit_entries set at = '2030-01-01' where action = 'queue.paused'`);

      const numbers: unknown[] = [];
      let after: { at: Date; id: string } | undefined;
      for (;;) {
        const page = await trail.find({ action: 'queue.paused', actorId }, after, 2);
        numbers.push(...page.map(({ details }) => details.number));
        after = page.at(-1);
        if (!after) break;
      }
      expect(numbers).toEqual([5, 4, 3, 2, 1]);
      const even = await trail.find(
        { subjectType: 'queue', subjectId: 'even', actorId: undefined },
        undefined,
        10,
      );
      expect(even.map(({ details }) => details)).toEqual([
        { number: 4, text: 'é' },
        { number: 2, text: 'é' },
      ]);
      expect(await trail.find({ action: 'queue.paused' }, undefined, 10)).toHaveLength(6);
    });
  });

  describe('row purger', () => {
    it('deletes up to the limit, and only rows with an earlier time', async () => {
      const purger = product.api.get(RowPurger);
      const insert = (key: string, createdAt: string) =>
        query(
          `insert into idempotency_keys (scope, key, request_hash, created_at, locked_until)
           values ('spec', $1, '', $2, $2)`,
          [key, createdAt],
        );
      for (const key of ['a', 'b', 'c']) await insert(key, '2020-01-01');
      await insert('recent', '2020-01-02');
      const remaining = async () =>
        (
          await query<{ key: string }>(`select key from idempotency_keys where scope = 'spec' order by key`)
        ).map(({ key }) => key);
      const before = new Date('2020-01-02T00:00:00Z');
      await purger.purge(IdempotencyKeyEntity, 'createdAt', before, 2);
      expect(await remaining()).toHaveLength(2);
      await purger.purge(IdempotencyKeyEntity, 'createdAt', before, 2);
      expect(await remaining()).toEqual(['recent']);
    });

    it('keeps rows without a time', async () => {
      const id = randomUUID();
      await query(
        `insert into outbox_events (id, topic, queue, payload, created_at, due_at)
         values ($1, 'spec.happened', 'events', '{}', '2020-01-01', '2020-01-01')`,
        [id],
      );
      const purger = product.api.get(RowPurger);
      await purger.purge(OutboxEventEntity, 'doneAt', product.clock.now(), 10);
      expect(await query('select 1 from outbox_events where id = $1', [id])).toHaveLength(1);
    });

    // A deadlock would be retried; the test run reports it at the end.
    it('deletes rows of two tables that others refer to, both at once, without a deadlock', async () => {
      const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()] as const;
      await query(
        `insert into webhook_events (id, provider_event_id, type, object_id, received_at)
         select id, id, 'spec.happened', 'spec', '2020-01-01' from unnest($1::uuid[]) id`,
        [[first, second, third]],
      );
      // In the opposite order.
      await query(
        `insert into outbox_events (id, topic, queue, payload, created_at, due_at, done_at)
         select id, 'spec.happened', 'events', '{}', '2020-01-01', '2020-01-01', '2020-01-01'
         from unnest($1::uuid[]) id`,
        [[third, second, first]],
      );
      await query(
        `insert into webhook_outbox_events (event_id, webhook_event_id) select id, id from unnest($1::uuid[]) id`,
        [[first, second, third]],
      );
      // Both reach the second row before one of them goes on.
      const client = new Client({ connectionString: product.settings.databaseUrl });
      await client.connect();
      await client.query('begin');
      await client.query('select 1 from webhook_outbox_events where event_id = $1 for update', [second]);
      const purger = product.api.get(RowPurger);
      const now = product.clock.now();
      const purges = Promise.all([
        purger.purge(WebhookEventEntity, 'receivedAt', now, 3),
        purger.purge(OutboxEventEntity, 'doneAt', now, 3),
      ]);
      await eventually(async () =>
        expect(
          await query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(2),
      );
      await client.end();
      await purges;
      expect(await query('select 1 from webhook_outbox_events')).toEqual([]);
    });
  });

  describe('scheduler', () => {
    it('runs a due task on one worker only, and again after its interval', async () => {
      let runs = 0;
      class CountedTask extends ScheduledTask {
        override readonly id = 'counted';
        override readonly everySeconds = 60;
        override async run(): Promise<void> {
          runs += 1;
        }
      }
      const work = { scheduledTasks: () => [new CountedTask()] } as unknown as RegisteredWork;
      const logger = product.api.get(Logger);
      const workers = [1, 2, 3].map(() => new Scheduler(work, product.database, product.clock, logger));
      const tickAll = () => Promise.all(workers.map((worker) => worker.tick()));

      await tickAll();
      expect(runs).toBe(1);
      await tickAll();
      expect(runs).toBe(1);
      product.clock.advance(61);
      await tickAll();
      expect(runs).toBe(2);
    });
  });
});
