import { Injectable } from '@nestjs/common';
import type { QueueName } from '../config/settings.js';
import { withDeadline } from '../deadline.js';
import { ServiceUnavailableError } from '../domain-error.js';
import { Queues } from './queues.js';

export interface QueueState {
  name: QueueName;
  /** Jobs being processed. */
  active: number;
  paused: boolean;
}

const DEADLINE_MS = 1000;

/** Lets operators inspect and pause the queues. Never waits while Redis is unavailable. */
@Injectable()
export class QueueControl {
  constructor(private readonly queues: Queues) {}

  /** Undefined while Redis is unavailable. */
  async states(): Promise<QueueState[] | undefined> {
    try {
      return await this.run(() =>
        Promise.all(
          this.queues.all().map(async (queue) => ({
            name: queue.name as QueueName,
            active: await queue.getActiveCount(),
            paused: await queue.isPaused(),
          })),
        ),
      );
    } catch (error) {
      if (error instanceof ServiceUnavailableError) return undefined;
      throw error;
    }
  }

  /**
   * Pauses or resumes the queue for all workers; active jobs finish. The state is stored in Redis and lost with its data. Throws
   * `service_unavailable`; the command may still take effect if Redis is only slow.
   */
  async setPaused(name: QueueName, paused: boolean): Promise<void> {
    const queue = this.queues.get(name);
    await this.run(() => (paused ? queue.pause() : queue.resume()));
  }

  private async run<T>(command: () => Promise<T>): Promise<T> {
    if (this.queues.all().some((queue) => queue.client.status !== 'ready')) throw new RedisUnavailableError();
    return withDeadline(command(), DEADLINE_MS, () => new RedisUnavailableError());
  }
}

class RedisUnavailableError extends ServiceUnavailableError {
  constructor() {
    super('The queues are unavailable. Please try again in a moment.');
  }
}
