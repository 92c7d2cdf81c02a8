import { Injectable } from '@nestjs/common';
import type { QueueName } from '../config/settings.js';
import { ServiceUnavailableError } from '../errors/domain-error.js';
import { Queues } from './queues.js';

export interface QueueState {
  name: QueueName;
  /** Jobs in the hands of workers. */
  active: number;
  paused: boolean;
}

const DEADLINE_MS = 1000;

/** What an operator sees and does about the queues. Never waits for a Redis that is away. */
@Injectable()
export class QueueControl {
  constructor(private readonly queues: Queues) {}

  /** Undefined while Redis is away. */
  async states(): Promise<QueueState[] | undefined> {
    try {
      return await this.withDeadline(() =>
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
   * Holds the queue for all workers, or lets it go on; what a worker has begun it finishes. Kept in Redis: a Redis that is emptied
   * forgets it. Throws `service_unavailable`; a Redis that is only slow may still follow the order.
   */
  async setPaused(name: QueueName, paused: boolean): Promise<void> {
    const queue = this.queues.get(name);
    await this.withDeadline(() => (paused ? queue.pause() : queue.resume()));
  }

  private async withDeadline<T>(give: () => Promise<T>): Promise<T> {
    if (this.queues.all().some((queue) => queue.client.status !== 'ready')) throw new RedisUnavailableError();
    const order = give();
    order.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new RedisUnavailableError()), DEADLINE_MS);
    });
    try {
      return await Promise.race([order, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }
}

class RedisUnavailableError extends ServiceUnavailableError {
  constructor() {
    super('The queues are not reachable. Please try again in a moment.');
  }
}
