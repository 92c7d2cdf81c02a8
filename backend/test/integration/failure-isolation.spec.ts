import { randomUUID } from 'node:crypto';
import { RecoverMissedEventsTask } from '../../src/modules/billing/webhooks/recover-missed-events.task.js';
import { PurgeExpiredRows } from '../../src/modules/auth/maintenance/purge-expired-rows.js';
import { QueueEmail } from '../../src/modules/notifications/core/queue-email.js';
import { ReplayEmails } from '../../src/modules/notifications/support/replay-emails.js';
import { PurgeAnonymousUsers } from '../../src/modules/checkout/deleted-users/purge-anonymous-users.task.js';
import { Clock } from '../../src/platform/clock.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { DeliverEvent } from '../../src/platform/outbox/deliver-event.js';
import { EventHandler } from '../../src/platform/outbox/event-handler.js';
import { HandlerRegistry } from '../../src/platform/outbox/handler-registry.js';
import { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import { Inbox } from '../../src/platform/outbox/inbox.js';
import { OutboxEventsRepository } from '../../src/platform/outbox/outbox-events.repository.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { Queues } from '../../src/platform/queue/queues.js';
import { eventually } from '../support/eventually.js';
import { createUser } from '../support/users.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { stopScheduledTasks, useWorker } from '../support/worker.js';

const DAY_SECONDS = 86_400;

/** One part of the recurring work fails; the rest must not be affected. */
describe('while one row, queue, handler or task fails', () => {
  const product = useFixture(startPaymentFixture, { AUTH_ANONYMOUS_RETENTION_DAYS: '10' });
  const worker = useWorker(product);

  afterEach(async () => {
    await product.resetControls();
    await query('drop function if exists reject_write cascade');
    await query('truncate users cascade');
  });

  const query = <Row>(text: string, values: unknown[] = []) => product.database.query<Row>({ text, values });
  /** PostgreSQL fails to delete this row. */
  const keepUndeletable = async (table: string, id: string) => {
    await query(`create or replace function reject_write() returns trigger language plpgsql as
      $$ begin raise exception 'row % cannot be deleted', old.id; end $$`);
    await query(
      `create trigger reject_write before delete on ${table} for each row when (old.id = '${id}') execute function reject_write()`,
    );
  };
  const idsIn = async (table: string) =>
    (await query<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id);

  it('the scheduler runs all other tasks', async () => {
    const tasks = () =>
      query<{ name: string; due: boolean }>('select name, next_run_at <= $1 as due from scheduled_tasks', [
        product.clock.now(),
      ]);
    await eventually(async () => expect((await tasks()).length).toBeGreaterThanOrEqual(7));
    await product.control('api-failures', { kind: 'hang', ms: 60_000, count: 1000, path: '/v1/events$' });
    const hanging = worker.get(RecoverMissedEventsTask).id;
    const othersDue = async () => (await tasks()).filter(({ name, due }) => due && name !== hanging);
    for (let round = 0; round < 2; round += 1) {
      product.clock.advance(2 * DAY_SECONDS);
      expect(await othersDue()).not.toEqual([]);
      await eventually(async () => expect(await othersDue()).toEqual([]));
    }
  });

  it('all other handlers process an event, which is redelivered to the failed one', async () => {
    const type = { topic: 'test.happened', queue: 'events' } as const;
    const handled: string[] = [];
    let broken = true;
    class FailingHandler extends EventHandler {
      override readonly id = 'failing';
      override readonly event = type;
      override async handle(): Promise<void> {
        if (broken) throw new Error('broken');
        handled.push('failing');
      }
    }
    class HealthyHandler extends EventHandler {
      override readonly id = 'sound';
      override readonly event = type;
      override async handle(): Promise<void> {
        handled.push('sound');
      }
    }
    const registry = new HandlerRegistry(
      new RegisteredWork({
        getProviders: () => [{ instance: new FailingHandler() }, { instance: new HealthyHandler() }],
      } as never),
    );
    const inbox = new Inbox(product.database, worker.get(OutboxEventsRepository), worker.get(Clock));
    const deliver = new DeliverEvent(
      product.database,
      inbox,
      registry,
      worker.get(Clock),
      worker.get(Logger),
    );
    const signal = new AbortController().signal;
    const eventId = await product.database.transaction(() =>
      product.api.get(Outbox).emit(type, {}, { dueAt: new Date('2100-01-01') }),
    );
    const isDone = async () =>
      (
        await query<{ done: boolean }>(
          'select done_at is not null as done from outbox_events where id = $1',
          [eventId],
        )
      )[0]!.done;

    await deliver.deliver(eventId, signal);
    expect(handled).toEqual(['sound']);
    expect(await isDone()).toBe(false);
    await deliver.deliver(eventId, signal);
    expect(handled).toEqual(['sound']);
    broken = false;
    await deliver.deliver(eventId, signal);
    expect(handled).toEqual(['sound', 'failing']);
    expect(await isDone()).toBe(true);
  });

  it('all other emails of a bulk replay are sent again', async () => {
    const users = [await createUser(product), await createUser(product), await createUser(product)];
    const ids: string[] = [];
    for (const { id: userId, email: recipient } of users) {
      const content = {
        template: 'refund',
        params: { name: 'Ada', amountCents: 4900 },
        locale: 'en',
      } as const;
      const queued = await product.database.transaction(() =>
        product.api.get(QueueEmail).queue({ ...content, recipient, userId }),
      );
      ids.push(queued!);
    }
    await eventually(async () =>
      expect(await query(`select 1 from emails where template = 'refund' and status = 'sent'`)).toHaveLength(
        3,
      ),
    );
    await query(`update emails set status = 'failed', failed_at = now()`);
    await query(`create function reject_write() returns trigger language plpgsql as
      $$ begin raise exception 'this email cannot be written'; end $$`);
    await query(`create trigger reject_write before insert on emails for each row
      when (new.recipient = '${users[1]!.email}') execute function reject_write()`);
    const replays = await product.api.get(ReplayEmails).replayAll(ids, randomUUID());
    expect(replays.map(({ outcome }) => outcome)).toEqual(['queued', 'rejected', 'queued']);
  });

  it('the purge deletes all other expired rows, of every kind', async () => {
    await stopScheduledTasks(product, worker);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await query(
      `insert into users (id, email, email_normalized, origin, created_at, updated_at)
       values ($1, 'a@example.com', 'a@example.com', 'signup', now(), now())`,
      [ids[0]],
    );
    await query(
      `insert into sessions (id, user_id, amr, not_after, created_at, updated_at)
       select id, $2, '[]', now(), now(), now() from unnest($1::uuid[]) id`,
      [ids, ids[0]],
    );
    await query(`insert into wallet_messages (message_hash, expires_at) values (decode('00', 'hex'), now())`);
    await keepUndeletable('sessions', ids[7]!);
    await worker.get(PurgeExpiredRows).deleteBefore(new Date(Date.now() + 60_000));
    expect(await idsIn('sessions')).toEqual([ids[7]]);
    expect(await query('select 1 from wallet_messages')).toEqual([]);
  });

  it('all other inactive anonymous users are deleted', async () => {
    await stopScheduledTasks(product, worker);
    await query(
      `insert into users (id, origin, is_anonymous, created_at, updated_at)
       select gen_random_uuid(), 'anonymous', true, now(), now() from generate_series(1, 20)`,
    );
    const [, second] = await idsIn('users');
    await keepUndeletable('users', second!);
    product.clock.advance(11 * DAY_SECONDS);
    await worker.get(PurgeAnonymousUsers).run();
    expect(await idsIn('users')).toEqual([second]);
    const deleted = await query(`select 1 from outbox_events where topic = 'user.deleted'`);
    expect(deleted).toHaveLength(19);
  });

  // Leaves its queue broken.
  it('the relay publishes the events of all other queues', async () => {
    const { client } = worker.get(Queues).get('payments');
    // Redis rejects every job for this queue.
    await client.set(`${product.settings.queuePrefix}:payments:id`, 'not a number');
    await product.database.transaction(async () => {
      const relay = product.api.get(Outbox);
      for (let event = 0; event < 250; event += 1)
        await relay.emit(
          { topic: 'provider_invoice.changed', queue: 'payments' },
          { providerInvoiceId: 'in_1' },
        );
      await relay.emit({ topic: 'story.shared', queue: 'events' }, { storyId: randomUUID() });
    });
    await eventually(async () => {
      const [{ done } = { done: null }] = await query<{ done: Date | null }>(
        `select done_at as done from outbox_events where topic = 'story.shared'`,
      );
      expect(done).not.toBeNull();
    });
  });
});
