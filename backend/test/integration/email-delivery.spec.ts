import type { Queue } from 'bull';
import { Redis } from 'ioredis';
import { RETRY_DELAYS_SECONDS } from '../../src/modules/notifications/sending/retry-schedule.js';
import { QueueControl } from '../../src/platform/queue/queue-control.js';
import { Queues } from '../../src/platform/queue/queues.js';
import { Relay } from '../../src/platform/outbox/relay.js';
import {
  cancelWaiting,
  emptyRedis,
  setReadOnly,
  whileFailing,
  whileLocked,
} from '../support/service-faults.js';
import { eventually } from '../support/eventually.js';
import { welcomeEmail, startEmailFixture } from '../support/email-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

/** Has characters that email headers must escape. */
const PRODUCT = 'Say "Hi" \\';

/** Of a lost connection, a read-only server, a deadlock, a full disk, a canceled statement, a shutdown and an internal error. */
const RECORDING_ERRORS = ['08006', '25006', '40P01', '53100', '57014', '57P01', 'XX000'];
/** The code that the address names, for recording that the email was sent. */
const RECORDING_ERROR = `case new.outcome when 'sent' then
  (select upper(split_part(recipient, '@', 1)) from emails where id = new.email_id) end`;

/** Email delivery with a real mail server, queue and database. */
describe('an email', () => {
  let count = 0;
  const other = (): string => `reader-${++count}@example.com`;
  const waitForStatus = (emailId: string, status: string) =>
    eventually(async () => {
      const row = await product.emailRow(emailId);
      expect(row.status).toBe(status);
      return row;
    });

  const product = useFixture(startEmailFixture, { PRODUCT_NAME: PRODUCT });
  const worker = useWorker(product);
  afterEach(() => product.resetMailServerControls());

  it("is sent once, with one recorded attempt and the mail server's response", async () => {
    const address = other();
    const emailId = await product.queueEmail(welcomeEmail(address));

    await waitForStatus(emailId, 'sent');

    const [email, ...others] = await product.emailsTo(address);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ subject: `Welcome to ${PRODUCT}`, messageId: `<${emailId}@example.com>` });
    expect(await product.emailAttempts(emailId)).toEqual([
      { number: 1, outcome: 'sent', smtp_response: expect.stringContaining('250') },
    ]);
  });

  it('fails immediately when the mail server rejects it permanently, and the response is recorded', async () => {
    const address = other();
    await product.setMailServerControls({ reject: { code: 550, message: 'No such mailbox', to: address } });
    const emailId = await product.queueEmail(welcomeEmail(address));

    const row = await waitForStatus(emailId, 'failed');

    expect(row.attempts).toBe(1);
    expect(await product.emailAttempts(emailId)).toEqual([
      { number: 1, outcome: 'rejected', smtp_response: expect.stringContaining('550 No such mailbox') },
    ]);
    expect(await product.emailsTo(address)).toEqual([]);
  });

  it('is retried when the mail server rejects the sender, which is a matter of the settings', async () => {
    await product.setMailServerControls({ rejectSender: { code: 550, message: 'Unknown sender', count: 1 } });
    const emailId = await product.queueEmail(welcomeEmail(other()));

    await eventually(async () =>
      expect(await product.emailRow(emailId)).toMatchObject({
        status: 'queued',
        attempts: 1,
        last_error: expect.stringContaining('MAIL_FROM'),
      }),
    );
    product.clock.advance(RETRY_DELAYS_SECONDS[0]);
    await waitForStatus(emailId, 'sent');
  });

  it('is retried after a delay when the mail server defers it', async () => {
    const address = other();
    await product.setMailServerControls({ reject: { code: 451, to: address, count: 1 } });
    const emailId = await product.queueEmail(welcomeEmail(address));
    const waiting = await eventually(async () => {
      const row = await product.emailRow(emailId);
      expect(row).toMatchObject({ status: 'queued', attempts: 1 });
      return row;
    });
    const delaySeconds = (waiting.next_attempt_at!.getTime() - product.clock.now().getTime()) / 1000;
    expect(delaySeconds).toBeGreaterThan(2);
    expect(delaySeconds).toBeLessThanOrEqual(RETRY_DELAYS_SECONDS[0]);

    product.clock.advance(RETRY_DELAYS_SECONDS[0]);

    await waitForStatus(emailId, 'sent');
    expect((await product.emailAttempts(emailId)).map(({ outcome }) => outcome)).toEqual([
      'deferred',
      'sent',
    ]);
    expect(await product.emailsTo(address)).toHaveLength(1);
  });

  it('fails after the last retry when the mail server keeps deferring it', async () => {
    const address = other();
    await product.setMailServerControls({ reject: { code: 421, to: address } });
    const emailId = await product.queueEmail(welcomeEmail(address));
    const deferred = (attempts: number) =>
      eventually(async () =>
        expect(await product.emailRow(emailId)).toMatchObject({ status: 'queued', attempts }),
      );
    await deferred(1);
    const last = RETRY_DELAYS_SECONDS.length;
    const values = [emailId, last - 1];
    await product.database.query({ text: 'update emails set attempts = $2 where id = $1', values });
    product.clock.advance(RETRY_DELAYS_SECONDS[0]);
    await deferred(last);
    product.clock.advance(RETRY_DELAYS_SECONDS[last - 1]!);

    expect((await waitForStatus(emailId, 'failed')).attempts).toBe(last + 1);
    expect((await product.emailAttempts(emailId)).map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'deferred'],
      [last, 'deferred'],
      [last + 1, 'deferred'],
    ]);
  });

  it('is sent twice only when accepted but disconnected before the response, with the same Message-ID', async () => {
    const address = other();
    await product.setMailServerControls({ acceptThenDie: { to: address, count: 1 } });
    const emailId = await product.queueEmail(welcomeEmail(address));
    await eventually(async () =>
      expect(await product.emailRow(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
    );
    product.clock.advance(RETRY_DELAYS_SECONDS[0]);
    await waitForStatus(emailId, 'sent');

    const emails = await product.emailsTo(address);
    expect(emails).toHaveLength(2);
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('is sent when Redis has lost its scripts, as in a failover', async () => {
    const redis = new Redis(product.settings.redisUrl);
    await redis.script('FLUSH');
    redis.disconnect();
    const emailId = await product.queueEmail(welcomeEmail(other()));
    expect(await waitForStatus(emailId, 'sent')).toMatchObject({ attempts: 1 });
  });

  it.each([
    [
      'as a worker took its job',
      (queue: Queue, eventId: string) => queue.client.lpush(queue.toKey('wait'), eventId),
    ],
    [
      'before a worker locked its job',
      (queue: Queue, eventId: string) => queue.client.hset(queue.toKey(eventId), 'processedOn', '1'),
    ],
    [
      'before a worker reported that its job failed',
      (queue: Queue, eventId: string) => queue.client.hset(queue.toKey(eventId), 'attemptsMade', '1'),
    ],
  ])('is sent once when Redis is flushed %s', async (_, leaveIncompleteJob) => {
    const address = other();
    await product.api.get(QueueControl).setPaused('email', true);
    const emailId = await product.queueEmail(welcomeEmail(address));
    const eventId = await eventually(async () => {
      const [event] = await product.database.query<{ id: string }>({
        text: `select e.id from outbox_events e join emails on emails.event_id = e.id
               where emails.id = $1 and e.published_at is not null`,
        values: [emailId],
      });
      return event!.id;
    });

    await emptyRedis(product);
    const queue = worker.get(Queues).get('email');
    await leaveIncompleteJob(queue, eventId);
    product.clock.advance(61);
    await worker.get(Relay).republish(60);

    await waitForStatus(emailId, 'sent');
    await eventually(async () => expect(await queue.client.exists(queue.toKey(eventId))).toBe(0));
    expect(await product.emailsTo(address)).toHaveLength(1);
  });

  it('is sent once, whatever error of the database prevents recording it for a while', async () => {
    const addresses = RECORDING_ERRORS.map((code) => `${code.toLowerCase()}@example.com`);
    let emailIds!: string[];
    await whileFailing(product, 'email_attempts', RECORDING_ERROR, 3 * addresses.length, async () => {
      emailIds = await Promise.all(addresses.map((address) => product.queueEmail(welcomeEmail(address))));
    });
    product.clock.advance(61);

    for (const emailId of emailIds)
      expect(await waitForStatus(emailId, 'sent')).toMatchObject({ attempts: 1 });
    for (const address of addresses) expect(await product.emailsTo(address)).toHaveLength(1);
  });

  it("is sent once when it can't be recorded for longer than a statement may take", async () => {
    const address = other();
    let emailId!: string;
    const leaseUntil = async () => {
      const text = 'select lease_until as until from emails where id = $1';
      const [row] = await product.database.query<{ until: Date }>({ text, values: [emailId] });
      return row!.until;
    };
    await whileLocked(product, 'email_attempts', async () => {
      emailId = await product.queueEmail(welcomeEmail(address));
      await cancelWaiting(product);
      const until = await leaseUntil();
      product.clock.advance(61);
      await cancelWaiting(product);
      await eventually(async () => expect((await leaseUntil()).getTime()).toBeGreaterThan(until.getTime()));
    });

    expect(await waitForStatus(emailId, 'sent')).toMatchObject({ attempts: 1 });
    expect(await product.emailsTo(address)).toHaveLength(1);
  });

  it('is sent once, like all others that wait, when Redis is flushed and no one intervenes', async () => {
    await eventually(() => product.api.get(QueueControl).setPaused('email', true));
    // More than the relay publishes at once.
    const count = 110;
    const address = other();
    // One transaction: so many at once would wait for a connection longer than they may.
    await product.database.transaction(async () => {
      for (let queued = 0; queued < count; queued += 1) await product.queueEmail(welcomeEmail(address));
    });
    const counted = async (condition: string): Promise<number> => {
      const [row] = await product.database.query<{ count: number }>({
        text: `select count(*)::int as count from outbox_events where done_at is null and ${condition}`,
      });
      return row!.count;
    };
    await eventually(async () => expect(await counted('published_at is not null')).toBe(count));

    await emptyRedis(product);
    await eventually(async () => expect(await counted('true')).toBe(0));

    const sent = await product.emailsTo(address);
    expect(sent).toHaveLength(count);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(count);
  });

  describe('among others, to a slow mail server', () => {
    const otherWorker = useWorker(product);

    it('is sent once, each by one of two workers, which renew their leases', async () => {
      // A heartbeat of each worker follows a quarter of a second after each email.
      await product.setMailServerControls({ delayMs: 1200 });
      const address = 'slow@example.com';
      const emailIds = await Promise.all(
        Array.from({ length: 10 }, () => product.queueEmail(welcomeEmail(address))),
      );
      const leases = () =>
        product.database.query<{ until: Date }>({
          text: `select lease_until as until from emails where status = 'sending' order by id`,
        });
      const first = await eventually(async () => {
        const rows = await leases();
        expect(rows).toHaveLength(10);
        return rows;
      });
      await eventually(async () => {
        const renewed = await leases();
        expect(renewed).toHaveLength(10);
        expect(renewed.filter(({ until }, index) => until <= first[index]!.until)).toEqual([]);
      });

      await eventually(async () => {
        const rows = await Promise.all(emailIds.map((id) => product.emailRow(id)));
        expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
          emailIds.map(() => 'sent 1'),
        );
      });
      const emails = await product.emailsTo(address);
      expect(emails).toHaveLength(10);
      expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(10);
    });

    it('is sent once when the database is read-only for longer than a lease, and Redis is flushed', async () => {
      const address = 'failover@example.com';
      await product.setMailServerControls({ delayMs: 1000 });
      const emailIds = await Promise.all(
        Array.from({ length: 5 }, () => product.queueEmail(welcomeEmail(address))),
      );
      await eventually(async () => expect(await product.emailsTo(address)).toHaveLength(5));
      await setReadOnly(product, true);
      await eventually(async () => {
        const leases = await product.database.query<{ expired: boolean }>({
          text: `select lease_until < clock_timestamp() as expired from emails where status = 'sending'`,
        });
        expect(leases).toEqual(emailIds.map(() => ({ expired: true })));
      });
      await emptyRedis(product);
      await setReadOnly(product, false);
      product.clock.advance(61);
      await Promise.all([worker, otherWorker].map((each) => each.get(Relay).republish(0)));

      await eventually(async () => {
        const rows = await Promise.all(emailIds.map((id) => product.emailRow(id)));
        expect(rows.map(({ status }) => status)).toEqual(emailIds.map(() => 'sent'));
      });
      expect(await product.emailsTo(address)).toHaveLength(5);
    });
  });
});
