import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bull';
import { Settings, type QueueName } from '../config/settings.js';
import { Logger } from '../logging/logger.js';
import { Queues } from '../queue/queues.js';
import { DeliverEvent } from './deliver-event.js';
import { HandlerRegistry } from './handler-registry.js';

/** How long a worker waits for active jobs on shutdown before it releases them. */
const GRACE_MS = 6000;
const ABORT_MS = 1500;

/** Processes jobs by delivering their events to the handlers. Runs only in the worker process. */
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
      ignoreUnnamedConnection(queue);
      queue
        .process(this.getConcurrency(name), (job) =>
          // The job ID, because a worker that takes a job while Redis loses its data gets the ID only.
          this.track(this.deliverEvent.deliver(String(job.id), this.abort.signal)),
        )
        .catch((error: unknown) => this.logger.error('queue stopped', { queue: name, error }));
    }
  }

  /** Number of jobs being processed. */
  get active(): number {
    return this.running.size;
  }

  /**
   * Stops taking jobs, finishes active ones, and releases those that do not finish in time. Runs in the first shutdown hook, because
   * SMTP connections close in the same hook, further down, and must outlive the jobs that use them.
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
    // Also releases jobs that Redis handed out before the pause, because the SMTP connections are about to close.
    this.abort.abort();
    await this.idleWithin(ABORT_MS);
  }

  /** More email jobs than SMTP connections: while some are being sent, others are rendered and recorded. */
  private getConcurrency(name: QueueName): number {
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
    const timedOut = new Promise<boolean>((resolve) => {
      timeout = setTimeout(() => resolve(false), milliseconds);
    });
    const done = await Promise.race([this.idle(), timedOut]);
    clearTimeout(timeout);
    return done;
  }

  private async idle(): Promise<true> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
    return true;
  }
}

/** Bull doesn't handle the rejection if the connection that it is about to name closes first, which ends the process. */
function ignoreUnnamedConnection(queue: Queue): void {
  const setWorkerName = queue.setWorkerName.bind(queue);
  queue.setWorkerName = () => setWorkerName().catch(() => undefined);
}
