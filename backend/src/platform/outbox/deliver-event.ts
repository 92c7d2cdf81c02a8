import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../clock.js';
import { isDatabaseErrorTemporary, isDatabaseUnavailable } from '../database/database-errors.js';
import { Database } from '../database/database.js';
import { Logger } from '../logging/logger.js';
import { rootCauseMessage } from '../scheduler/isolated-rows.js';
import { EffectHandler, EventHandler, RetryLater, type Delivery } from './event-handler.js';
import { HandlerRegistry } from './handler-registry.js';
import { Inbox } from './inbox.js';
import type { EventWithHandlers } from './outbox-events.repository.js';
import type { AnyHandler } from './registered-work.js';

const FIRST_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 3600;
/** Work resumes soon after the database does, however long it was unavailable. */
const MAX_DATABASE_RETRY_SECONDS = 15;
/** Several times shorter than other workers wait before they repeat an effect that isn't recorded. */
const DATABASE_RETRY_MS = 500;

/** Seconds to wait after this many failed attempts, doubling from one second up to the maximum for the error. */
function retryDelaySeconds(failedAttempts: number, error: unknown): number {
  const max = isDatabaseUnavailable(error) ? MAX_DATABASE_RETRY_SECONDS : MAX_RETRY_SECONDS;
  return Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, failedAttempts - 1), max);
}

/** Delivers one event to its handlers, each guarded by its inbox row. */
@Injectable()
export class DeliverEvent implements OnApplicationShutdown {
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly inbox: Inbox,
    private readonly registry: HandlerRegistry,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Idempotent and safe to call concurrently from any number of workers. Waits while the database is unavailable; throws only if the
   * signal aborts the wait.
   */
  async deliver(eventId: string, signal: AbortSignal): Promise<void> {
    const row = await this.whenDatabaseAvailable(signal, () => this.inbox.find(eventId));
    if (!row || row.doneAt) return;
    const handlers = this.registry.getHandlers(row.topic);
    if (handlers.length === 0) {
      await this.retry(row, signal, new Error(`No handler for ${row.topic} in this version`));
      return;
    }
    const delivery: Delivery = { eventId, attempt: row.attempts + 1, createdAt: row.createdAt, signal };
    const errors: unknown[] = [];
    for (const [index, handler] of handlers.entries()) {
      // A failing handler keeps the event unfinished, but does not stop the other handlers.
      const last = index === handlers.length - 1 && errors.length === 0;
      await this.run(handler, row, delivery, last).catch((error: unknown) => errors.push(error));
      if (signal.aborted && errors.length > 0) return this.inbox.release(eventId);
    }
    if (errors.length === 0) return;
    await this.retry(row, signal, errors.find((error) => !(error instanceof RetryLater)) ?? errors[0]);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  private async run(
    handler: AnyHandler,
    row: EventWithHandlers,
    delivery: Delivery,
    last: boolean,
  ): Promise<void> {
    const { payload } = row;
    const { eventId } = delivery;
    if (handler instanceof EventHandler) {
      return this.database.transaction(async () => {
        if (await this.inbox.record({ eventId, handler, last })) await handler.handle(payload, delivery);
      });
    }
    if (row.handledBy.includes(handler.id)) return last ? this.inbox.complete(eventId) : undefined;
    const result = await handler.perform(payload, delivery);
    if (handler instanceof EffectHandler) {
      return this.untilRecorded(isDatabaseErrorTemporary, () =>
        this.database.transaction(async () => {
          if (await this.inbox.record({ eventId, handler, last }))
            await handler.record(result, payload, delivery);
        }),
      );
    }
    try {
      await this.untilRecorded(
        () => true,
        () => this.inbox.recordWithResult(handler, { eventId, last, result }),
      );
    } finally {
      handler.recorded(result);
    }
  }

  /** An effect that isn't recorded is repeated, so a shutdown continues to try for as long as the database is connected. */
  private untilRecorded(isRetried: (error: unknown) => boolean, record: () => Promise<void>): Promise<void> {
    return this.retrying((error) => !this.stopped && isRetried(error), record);
  }

  private whenDatabaseAvailable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.retrying((error) => !signal.aborted && isDatabaseUnavailable(error), work);
  }

  private async retrying<T>(isRetried: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isRetried(error)) throw error;
        if (retries === 0) this.logger.warn('database unavailable, retrying', { error });
        await pause(DATABASE_RETRY_MS);
      }
    }
  }

  private async retry(
    { id: eventId, topic, attempts: before }: EventWithHandlers,
    signal: AbortSignal,
    error: unknown,
  ): Promise<void> {
    const attempts = before + 1;
    const at = error instanceof RetryLater ? error.at : this.clock.in(retryDelaySeconds(attempts, error));
    const reason = rootCauseMessage(error);
    if (!(error instanceof RetryLater)) {
      this.logger.warn('event handler failed, retry scheduled', {
        eventId,
        topic,
        attempts,
        retryAt: at,
        error,
      });
    }
    await this.whenDatabaseAvailable(signal, () => this.inbox.postpone(eventId, attempts, at, reason));
  }
}
