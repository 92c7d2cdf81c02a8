import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { JobOptions, Queue } from 'bull';
import { Client } from 'pg';
import { Clock } from '../clock/clock.js';
import { QUEUE_NAMES, Settings, type QueueName } from '../config/settings.js';
import { Database } from '../database/database.js';
import { Logger } from '../logging/logger.js';
import { Queues, type EventJob } from '../queue/queues.js';
import { OUTBOX_CHANNEL } from './outbox.js';

const BATCH = 100;
const POLL_MS = 1000;
const REPUBLISH_INTERVAL_MS = 5000;
/** After this long without a handler's note an event is published again. */
const REPUBLISH_AFTER_SECONDS = 60;
const REDIS_DEADLINE_MS = 3000;
/** What one statement resets: a backlog must not hold the table. */
const REPUBLISH_BATCH = 1000;

interface DueEvent {
  id: string;
  queue: QueueName;
}

/**
 * Carries due events from the outbox to the queues. Woken by a commit, by a clock every second as a safety net, and by Redis
 * coming back. Any number of relays share the work: a row is claimed before it is added, and a job of the same id is added once.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private listener: Client | undefined;
  private timers: NodeJS.Timeout[] = [];
  private draining: Promise<void> | undefined;
  private wokenAgain = false;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.listen();
    this.timers = [
      setInterval(() => void this.wake(), POLL_MS),
      setInterval(() => void this.sweep(), REPUBLISH_INTERVAL_MS),
    ];
    let lost = false;
    const redis = this.queues.get(QUEUE_NAMES[0]).client;
    redis.on('close', () => (lost = true));
    redis.on('ready', () => {
      if (lost) void this.publishAgain(0);
      lost = false;
    });
    void this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.timers.forEach(clearInterval);
    this.listener?.removeAllListeners('end');
    await Promise.allSettled([this.listener?.end(), this.draining]);
  }

  /** Publishes everything due; calls while it runs are folded into one more round. */
  async wake(): Promise<void> {
    if (this.draining) {
      this.wokenAgain = true;
      return this.draining;
    }
    this.draining = this.drain().finally(() => (this.draining = undefined));
    await this.draining;
  }

  /** Publishes events again that were published this long ago and are not done: the queue may have forgotten them. */
  async publishAgain(olderThanSeconds: number): Promise<void> {
    const before = this.clock.in(-olderThanSeconds);
    try {
      let reset: unknown[];
      do {
        reset = await this.database.query({
          text: `update outbox_events set published_at = null
                 where id in (select id from outbox_events
                              where done_at is null and due_at <= $1 and published_at <= $1
                              order by due_at limit ${REPUBLISH_BATCH} for update skip locked)
                 returning id`,
          values: [before],
        });
      } while (!this.stopped && reset.length === REPUBLISH_BATCH);
    } catch (error) {
      this.logger.warn('outbox relay failed: database unavailable', { error });
    }
    await this.wake();
  }

  private async sweep(): Promise<void> {
    const emptied = await this.wasRedisEmptied().catch(() => false);
    await this.publishAgain(emptied ? 0 : REPUBLISH_AFTER_SECONDS);
  }

  /** A Redis that is emptied while it runs loses our mark with all that it carried. The first relay that misses it puts it back. */
  private async wasRedisEmptied(): Promise<boolean> {
    const { client } = this.queues.get(QUEUE_NAMES[0]);
    if (client.status !== 'ready') return false;
    const mark = `${this.settings.queuePrefix}:relay`;
    return (await withDeadline(client.set(mark, 'carries', 'NX'), REDIS_DEADLINE_MS)) === 'OK';
  }

  /** A queue that takes no jobs is left out for the rest of the round, so that its events hold up no others. */
  private async drain(): Promise<void> {
    const failed: QueueName[] = [];
    try {
      let claimed: number;
      do {
        this.wokenAgain = false;
        const events = await this.claim(failed);
        claimed = events.length;
        failed.push(...(await this.add(events)));
      } while (!this.stopped && failed.length < QUEUE_NAMES.length && (claimed === BATCH || this.wokenAgain));
    } catch (error) {
      this.logger.warn('outbox relay failed: database unavailable', { error });
    }
  }

  private claim(exceptQueues: readonly QueueName[]): Promise<DueEvent[]> {
    return this.database.query<DueEvent>({
      name: 'outbox-claim',
      text: `update outbox_events set published_at = $1
             where id in (select id from outbox_events
                          where done_at is null and published_at is null and due_at <= $1 and queue <> all ($2::text[])
                          order by due_at limit ${BATCH} for update skip locked)
             returning id, queue`,
      values: [this.clock.now(), exceptQueues],
    });
  }

  /** Gives the queues that took no jobs: their events are released and wait for the next round. */
  private async add(events: DueEvent[]): Promise<QueueName[]> {
    const failed = await Promise.all(
      QUEUE_NAMES.map(async (name) => {
        const ids = events.filter((event) => event.queue === name).map(({ id }) => id);
        if (ids.length === 0) return [];
        const jobs = ids.map((id) => ({
          data: { eventId: id },
          opts: { jobId: id, attempts: 1, removeOnComplete: true, removeOnFail: true },
        }));
        try {
          await withDeadline(addAll(this.queues.get(name), jobs), REDIS_DEADLINE_MS);
          return [];
        } catch (error) {
          this.logger.warn('enqueue failed', { queue: name, events: ids.length, reason: String(error) });
          await this.release(ids);
          return [name];
        }
      }),
    );
    return failed.flat();
  }

  private async release(ids: readonly string[]): Promise<void> {
    await this.database.query({
      text: 'update outbox_events set published_at = null where id = any($1::uuid[]) and done_at is null',
      values: [ids],
    });
  }

  private async listen(): Promise<void> {
    if (this.stopped) return;
    const listener = new Client({
      connectionString: this.settings.databaseUrl,
      application_name: 'relay',
      keepAlive: true,
    });
    this.listener = listener;
    const again = (): void => {
      if (!this.stopped && this.listener === listener) {
        this.listener = undefined;
        this.timers.push(setTimeout(() => void this.listen(), POLL_MS));
      }
    };
    listener.on('error', again);
    listener.on('end', again);
    listener.on('notification', () => void this.wake());
    try {
      await listener.connect();
      await listener.query(`listen ${OUTBOX_CHANNEL}`);
      await this.wake();
    } catch {
      again();
    }
  }
}

/**
 * Adds all of them, or throws. Bull adds many in one transaction and says nothing of those that Redis rejected inside it, as one
 * that has lost its scripts (a restart, a failover) does with all of them: they come back without an id. Added one by one, the
 * script is sent again.
 */
async function addAll(
  queue: Queue<EventJob>,
  jobs: readonly { data: EventJob; opts: JobOptions }[],
): Promise<void> {
  const added = await queue.addBulk([...jobs]);
  for (const [index, { data, opts }] of jobs.entries()) {
    if (added[index]?.id == null) await queue.add(data, opts);
  }
}

async function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => undefined);
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
