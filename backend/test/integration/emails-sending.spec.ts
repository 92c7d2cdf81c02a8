import { Redis } from 'ioredis';
import { RETRY_DELAYS_SECONDS } from '../../src/modules/notifications/domain/retry-schedule.js';
import { QueueControl } from '../../src/platform/queue/queue-control.js';
import { Relay } from '../../src/platform/outbox/relay.js';
import { eventually } from '../support/eventually.js';
import {
  aWelcome,
  startTestSmtpServer,
  type EmailRow,
  type TestSmtpServer,
} from '../support/test-smtp-server.js';

/** What must hold for an email on its way, with a real mail server, queue and database. */
describe('an email on its way', () => {
  let post: TestSmtpServer;
  let worker: Awaited<ReturnType<TestSmtpServer['startWorker']>>;
  let count = 0;
  const other = (): string => `reader-${++count}@example.com`;
  const becomes = (emailId: string, status: string, deadlineMs?: number) =>
    eventually(async () => {
      const row = await post.row(emailId);
      expect(row.status).toBe(status);
      return row;
    }, deadlineMs);

  beforeAll(async () => {
    post = await startTestSmtpServer({}, 'socketTimeout=4000');
    worker = await post.startWorker();
  });
  afterAll(() => post?.stop());
  afterEach(() => post.calm());

  it('is sent once, with one attempt on record and the answer of the mail server', async () => {
    const address = other();
    const emailId = await post.queue(aWelcome(address));

    await becomes(emailId, 'sent');

    const [email, ...others] = await post.emailsTo(address);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ subject: 'Welcome to the product', messageId: `<${emailId}@example.com>` });
    expect(await post.attempts(emailId)).toEqual([
      { number: 1, outcome: 'sent', smtp_response: expect.stringContaining('250') },
    ]);
  });

  it('has failed at once when the mail server rejects it for good, and its answer is kept', async () => {
    const address = other();
    await post.trouble({ reject: { code: 550, message: 'No such mailbox', to: address } });
    const emailId = await post.queue(aWelcome(address));

    const row = await becomes(emailId, 'failed');

    expect(row.attempts).toBe(1);
    expect(await post.attempts(emailId)).toEqual([
      { number: 1, outcome: 'rejected', smtp_response: expect.stringContaining('550 No such mailbox') },
    ]);
    expect(await post.emailsTo(address)).toEqual([]);
  });

  it('is tried again after a while when the mail server defers it', async () => {
    const address = other();
    await post.trouble({ reject: { code: 451, to: address, count: 1 } });
    const emailId = await post.queue(aWelcome(address));
    const waiting = await eventually(async () => {
      const row = await post.row(emailId);
      expect(row).toMatchObject({ status: 'queued', attempts: 1 });
      return row;
    });
    const secondsToWait = (waiting.next_attempt_at!.getTime() - post.clock.now().getTime()) / 1000;
    expect(secondsToWait).toBeGreaterThan(2);
    expect(secondsToWait).toBeLessThanOrEqual(RETRY_DELAYS_SECONDS[0]);

    post.clock.advance(RETRY_DELAYS_SECONDS[0]);

    await becomes(emailId, 'sent');
    expect((await post.attempts(emailId)).map(({ outcome }) => outcome)).toEqual(['deferred', 'sent']);
    expect(await post.emailsTo(address)).toHaveLength(1);
  });

  it('has failed after the last try when the mail server keeps deferring it', async () => {
    const address = other();
    await post.trouble({ reject: { code: 421, to: address } });
    const emailId = await post.queue(aWelcome(address));

    const scheduled = ({ attempts, early_attempts }: EmailRow): number => attempts - early_attempts;
    for (const [index, delay] of RETRY_DELAYS_SECONDS.entries()) {
      await eventually(async () => {
        const row = await post.row(emailId);
        expect([row.status, scheduled(row)]).toEqual(['queued', index + 1]);
      });
      post.clock.advance(delay);
    }

    expect(scheduled(await becomes(emailId, 'failed'))).toBe(RETRY_DELAYS_SECONDS.length + 1);
    expect(new Set((await post.attempts(emailId)).map(({ outcome }) => outcome))).toEqual(
      new Set(['deferred']),
    );
  });

  it('is tried again when the mail server hangs', async () => {
    const address = other();
    await post.trouble({ hang: { to: address, count: 1 } });
    const emailId = await post.queue(aWelcome(address));
    await eventually(async () =>
      expect(await post.row(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
    );
    post.clock.advance(RETRY_DELAYS_SECONDS[0]);

    await becomes(emailId, 'sent');
    expect(await post.emailsTo(address)).toHaveLength(1);
  });

  it('goes out twice at the one boundary, accepted but cut off before the answer, under the same Message-ID', async () => {
    const address = other();
    await post.trouble({ acceptThenDie: { to: address, count: 1 } });
    const emailId = await post.queue(aWelcome(address));
    await eventually(async () =>
      expect(await post.row(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
    );
    post.clock.advance(RETRY_DELAYS_SECONDS[0]);
    await becomes(emailId, 'sent');

    const emails = await post.emailsTo(address);
    expect(emails).toHaveLength(2);
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('is finished by another worker when the first one is dead, once its lease has lapsed and not before', async () => {
    const address = other();
    const held = post.api.get(QueueControl, { strict: false });
    await held.setPaused('email', true);
    const emailId = await post.queue(aWelcome(address));
    await post.database.query({
      text: `update emails set status = 'sending', attempts = 1, attempt_started_at = $2, leased_by = 'a dead worker', lease_until = $3
             where id = $1`,
      values: [emailId, post.clock.now(), post.clock.in(5)],
    });
    await held.setPaused('email', false);
    await eventually(async () => {
      const [event] = await post.database.query<{ attempts: number }>({
        text: `select e.attempts from outbox_events e join emails on emails.event_id = e.id where emails.id = $1`,
        values: [emailId],
      });
      expect(event!.attempts).toBe(1);
    });
    expect(await post.emailsTo(address)).toEqual([]);

    post.clock.advance(5);

    await becomes(emailId, 'sent');
    expect((await post.attempts(emailId)).map(({ outcome }) => outcome)).toEqual(['interrupted', 'sent']);
    expect(await post.emailsTo(address)).toHaveLength(1);
  });

  it('arrives once when Redis is emptied while it waits', async () => {
    const address = other();
    const control = post.api.get(QueueControl, { strict: false });
    await control.setPaused('email', true);
    const emailIds = await Promise.all(Array.from({ length: 10 }, () => post.queue(aWelcome(address))));
    await eventually(async () => {
      const [row] = await post.database.query<{ published: number }>({
        text: 'select count(*)::int as published from outbox_events where published_at is not null and done_at is null',
      });
      expect(row!.published).toBe(10);
    });

    await emptyRedis(post.settings.redisUrl, post.settings.queuePrefix);
    post.clock.advance(61);
    await worker.get(Relay).publishAgain(60);

    for (const emailId of emailIds) await becomes(emailId, 'sent');
    expect(await post.emailsTo(address)).toHaveLength(10);
  });

  it('is noted as sent, and not sent again, when the database drops every connection meanwhile', async () => {
    const address = other();
    await post.trouble({ delayMs: 400 });
    const emailIds = await Promise.all(Array.from({ length: 15 }, () => post.queue(aWelcome(address))));
    await eventually(async () => {
      const rows = await Promise.all(emailIds.map((id) => post.row(id)));
      expect(rows.filter(({ status }) => status === 'sending').length).toBeGreaterThan(5);
    });
    await dropConnections(post);

    await eventually(async () => {
      const rows = await Promise.all(emailIds.map((id) => post.row(id)));
      expect(rows.filter(({ status }) => status !== 'sent')).toEqual([]);
    }, 60_000);
    const emails = await post.emailsTo(address);
    expect(emails).toHaveLength(15);
  });
});

describe('emails that wait in the queue when Redis is emptied', () => {
  let post: TestSmtpServer;
  beforeAll(async () => (post = await startTestSmtpServer()));
  afterAll(() => post?.stop());

  it('are all sent once, within 30 seconds', async () => {
    await post.startWorker();
    const control = post.api.get(QueueControl, { strict: false });
    await eventually(() => control.setPaused('email', true));
    const addresses = Array.from({ length: 430 }, (_, index) => `reader-${index}@example.com`);
    await Promise.all(addresses.map((address) => post.queue(aWelcome(address))));
    const counted = async (condition: string): Promise<number> => {
      const [row] = await post.database.query<{ count: number }>({
        text: `select count(*)::int as count from outbox_events where topic = 'email.due' and ${condition}`,
      });
      return row!.count;
    };
    await eventually(async () => expect(await counted('published_at is not null')).toBe(430));

    await emptyRedis(post.settings.redisUrl, post.settings.queuePrefix);
    await eventually(async () => expect(await counted('done_at is null')).toBe(0), 30_000);

    for (const address of addresses) expect(await post.emailsTo(address)).toHaveLength(1);
  });
});

describe('emails of a slow mail server', () => {
  let post: TestSmtpServer;
  beforeEach(async () => (post = await startTestSmtpServer()));
  afterEach(() => post?.stop());

  const rowsOf = (emailIds: string[]) => Promise.all(emailIds.map((id) => post.row(id)));
  const queueAll = (count: number) =>
    Promise.all(Array.from({ length: count }, () => post.queue(aWelcome('reader@example.com'))));

  it('go out once each with two workers at it, though they take longer than a lease', async () => {
    await Promise.all([post.startWorker(), post.startWorker()]);
    await post.trouble({ delayMs: 6500 });
    const emailIds = await queueAll(30);

    await eventually(async () => {
      const rows = await rowsOf(emailIds);
      expect(rows.filter(({ status }) => status !== 'sent')).toEqual([]);
    }, 60_000);

    const emails = await post.emailsTo('reader@example.com');
    expect(emails).toHaveLength(30);
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(30);
    expect((await rowsOf(emailIds)).filter(({ attempts }) => attempts !== 1)).toEqual([]);
  });

  it('are finished, not deferred, by a worker that is told to stop', async () => {
    const stopping = await post.startWorker();
    await post.trouble({ delayMs: 800 });
    const emailIds = await queueAll(10);
    await eventually(async () => {
      const rows = await rowsOf(emailIds);
      expect(rows.every(({ status }) => status === 'sending')).toBe(true);
    });

    await stopping.close();

    const rows = await rowsOf(emailIds);
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(emailIds.map(() => 'sent 1'));
    expect(await post.emailsTo('reader@example.com')).toHaveLength(10);
  });
});

/** Takes away all that this test's queues have in Redis, as a Redis without its memory would. */
async function emptyRedis(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

async function dropConnections({ database }: TestSmtpServer): Promise<void> {
  await database.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  });
}
