import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Settings, type QueueName } from '../config/settings.js';
import { Logger } from '../logging/logger.js';
import { DeliverEvent } from '../outbox/deliver-event.js';
import { HandlerRegistry } from '../outbox/handler-registry.js';
import { Queues } from './queues.js';

/** How long a stopping worker waits for what it holds before it hands it back. */
export const GRACE_MS = 6000;
const ABORT_MS = 1500;

/** Takes jobs from the queues and brings their events to the handlers. Lives in the worker process only. */
@Injectable()
export class QueueWorkers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly abort = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly queues: Queues,
    private readonly registry: HandlerRegistry,
    private readonly deliverEvent: DeliverEvent,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.registry.assertComplete();
    for (const name of this.settings.worker.queues) {
      const queue = this.queues.get(name);
      queue.on('error', (error: Error) =>
        this.logger.debug('queue error', { queue: name, reason: error.message }),
      );
      queue
        .process(this.concurrencyOf(name), (job) =>
          this.track(this.deliverEvent.deliver(job.data.eventId, this.abort.signal)),
        )
        .catch((error: unknown) => this.logger.error('queue stopped', { queue: name, error }));
    }
  }

  /** Jobs that are being worked on right now. */
  get active(): number {
    return this.running.size;
  }

  /**
   * Takes nothing new, finishes what it holds, and hands back what does not finish in time. In the first of the shutdown hooks:
   * the mail connections, which are closed in it too but further down, must outlive the jobs that use them.
   */
  async onModuleDestroy(): Promise<void> {
    for (const name of this.settings.worker.queues) {
      void this.queues
        .get(name)
        .pause(true, true)
        .catch(() => undefined);
    }
    if (!(await this.idleWithin(GRACE_MS)))
      this.logger.warn('worker shutting down, releasing unfinished jobs', { jobs: this.running.size });
    // Also for a job that Redis had handed out before the pause: the mail connections are about to close.
    this.abort.abort();
    await this.idleWithin(ABORT_MS);
  }

  /** More emails than there are connections to the mail server: while some are under way, others are made ready and noted. */
  private concurrencyOf(name: QueueName): number {
    const { concurrency } = this.settings.worker;
    return name === 'email' ? concurrency * 3 : concurrency;
  }

  private track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
    return tracked;
  }

  private async idleWithin(milliseconds: number): Promise<boolean> {
    let timeout: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timeout = setTimeout(() => resolve(false), milliseconds);
    });
    const done = await Promise.race([this.idle(), tooLate]);
    clearTimeout(timeout);
    return done;
  }

  private async idle(): Promise<true> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
    return true;
  }
}
