import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { JobOptions, Queue } from 'bull';
import { Clock } from '../clock.js';
import { QUEUE_NAMES, Settings, type QueueName } from '../config/settings.js';
import { withDeadline } from '../deadline.js';
import { Logger } from '../logging/logger.js';
import { Queues, type EventJob } from '../queue/queues.js';
import { CommitListener } from './commit-listener.js';
import { OutboxEventsRepository, type PublishedEvent } from './outbox-events.repository.js';

const BATCH_SIZE = 100;
const POLL_MS = 1000;
const REPUBLISH_INTERVAL_MS = 5000;
/** Published events that are not done after this long are published again. */
const REPUBLISH_AFTER_SECONDS = 60;
const REDIS_DEADLINE_MS = 3000;
const REPUBLISH_BATCH = 1000;

/** Every job that Bull added has a name. */
const REMOVE_INCOMPLETE_JOBS = `
for _, key in pairs(KEYS) do
  if redis.call('EXISTS', key) == 1 and redis.call('HEXISTS', key, 'name') == 0 then redis.call('DEL', key) end
end`;

/**
 * Publishes due events from the outbox to the queues. Runs on every commit, every second as a safety net, and when Redis reconnects.
 * Any number of relays can share the work: each claims rows before it enqueues them, and Bull ignores a duplicate job ID.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listener: CommitListener;
  private timers: NodeJS.Timeout[] = [];
  private draining: Promise<void> | undefined;
  private wakeRequested = false;
  private stopped = false;

  constructor(
    private readonly events: OutboxEventsRepository,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    this.listener = new CommitListener(settings.databaseUrl, () => this.wake());
  }

  onApplicationBootstrap(): void {
    void this.listener.start();
    this.timers = [
      setInterval(() => void this.wake(), POLL_MS),
      setInterval(() => void this.republishLost(), REPUBLISH_INTERVAL_MS),
    ];
    let lost = false;
    const redis = this.queues.get(QUEUE_NAMES[0]).client;
    redis.on('close', () => (lost = true));
    redis.on('ready', () => {
      if (lost) void this.republish(0);
      lost = false;
    });
    void this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.timers.forEach(clearInterval);
    await Promise.allSettled([this.listener.stop(), this.draining]);
  }

  /** Publishes all due events. Calls while it runs cause one more round. */
  async wake(): Promise<void> {
    if (this.draining) {
      this.wakeRequested = true;
      return this.draining;
    }
    this.draining = this.drain().finally(() => (this.draining = undefined));
    await this.draining;
  }

  /** Publishes unfinished events again that were published this long ago: Redis may have lost their jobs. */
  async republish(olderThanSeconds: number): Promise<void> {
    const before = this.clock.in(-olderThanSeconds);
    try {
      let unpublished: PublishedEvent[];
      do {
        unpublished = await this.events.unpublishLost(before, REPUBLISH_BATCH);
        await this.removeIncompleteJobs(unpublished);
      } while (!this.stopped && unpublished.length === REPUBLISH_BATCH);
    } catch (error) {
      this.logger.warn('outbox relay failed: database unavailable', { error });
    }
    await this.wake();
  }

  private async republishLost(): Promise<void> {
    const emptied = await this.wasRedisEmptied().catch(() => false);
    await this.republish(emptied ? 0 : REPUBLISH_AFTER_SECONDS);
  }

  /** If Redis loses its data while running, our marker key is lost with the jobs. The first relay to notice sets it again. */
  private async wasRedisEmptied(): Promise<boolean> {
    const { client } = this.queues.get(QUEUE_NAMES[0]);
    if (client.status !== 'ready') return false;
    const marker = `${this.settings.queuePrefix}:relay`;
    return (await withDeadline(client.set(marker, '1', 'NX'), REDIS_DEADLINE_MS)) === 'OK';
  }

  /**
   * A worker that takes or finishes a job while Redis loses its data leaves a hash behind that is in no list. Bull never processes it,
   * and ignores every new job with its ID.
   */
  private async removeIncompleteJobs(events: readonly PublishedEvent[]): Promise<void> {
    const { client } = this.queues.get(QUEUE_NAMES[0]);
    if (events.length === 0 || client.status !== 'ready') return;
    const keys = events.map(({ id, queue }) => this.queues.get(queue).toKey(id));
    const removed = client.eval(REMOVE_INCOMPLETE_JOBS, keys.length, ...keys);
    await withDeadline(removed, REDIS_DEADLINE_MS).catch((error: unknown) =>
      this.logger.warn('removal of incomplete jobs failed', { reason: String(error) }),
    );
  }

  /** A queue that fails to enqueue is skipped for the rest of the round, so that its events do not delay others. */
  private async drain(): Promise<void> {
    const failed: QueueName[] = [];
    try {
      let claimed: number;
      do {
        this.wakeRequested = false;
        const events = await this.events.claimDue(this.clock.now(), failed, BATCH_SIZE);
        claimed = events.length;
        failed.push(...(await this.add(events)));
      } while (
        !this.stopped &&
        failed.length < QUEUE_NAMES.length &&
        (claimed === BATCH_SIZE || this.wakeRequested)
      );
    } catch (error) {
      this.logger.warn('outbox relay failed: database unavailable', { error });
    }
  }

  /** Returns the queues that failed to enqueue. Their events are released for the next round. */
  private async add(events: readonly PublishedEvent[]): Promise<QueueName[]> {
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
          await this.events.unpublish(ids);
          return [name];
        }
      }),
    );
    return failed.flat();
  }
}

/**
 * Adds all jobs or throws. Bull's bulk transaction ignores jobs that Redis rejected inside it, and returns them without an ID. After a
 * restart or failover, Redis has lost the scripts and rejects all of them; adding jobs individually sends the script again.
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
