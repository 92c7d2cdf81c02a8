import { raw, sql, type RequiredEntityData } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { QueueName } from '../config/settings.js';
import { Database } from '../database/database.js';
import { OutboxEventEntity } from './outbox-event.entity.js';
import { claimDueEvents, eventsWithHandlers, unpublishLostEvents } from './outbox.queries.js';

/** Channel on which commits notify the relays. */
export const OUTBOX_CHANNEL = 'outbox';

const NOTIFY_RELAYS = raw(`pg_notify('${OUTBOX_CHANNEL}', '')`);
const MAX_ERROR_LENGTH = 1000;

/** An event and the queue it is published to. */
export type PublishedEvent = Pick<OutboxEventEntity, 'id' | 'queue'>;

/** An event with its processing state. */
export interface EventWithHandlers extends Pick<
  OutboxEventEntity,
  'id' | 'topic' | 'payload' | 'attempts' | 'createdAt' | 'doneAt'
> {
  /** IDs of handlers that have recorded it. */
  handledBy: string[];
}

/** Unfinished events of a queue. */
export interface QueueBacklog {
  queue: QueueName;
  due: number;
  /** Scheduled for later, mostly retries. */
  later: number;
  /** Age in seconds of the oldest due event. */
  oldestDueSeconds: number;
  /** Those whose last attempt failed. */
  failing: number;
}

/** Events and whether they are due, published to a queue or done. Done events never change. */
@Injectable()
export class OutboxEventsRepository {
  constructor(private readonly database: Database) {}

  /** Notifies the relays when the transaction commits. */
  async add(event: RequiredEntityData<OutboxEventEntity>): Promise<void> {
    await this.qb().insert(event).returning(NOTIFY_RELAYS).execute('run');
  }

  /** Notifies the relays when the transaction commits. */
  async makeDue(ids: readonly string[], dueAt: Date): Promise<void> {
    await this.qb()
      .update({ dueAt, publishedAt: null })
      .where({ id: { $in: ids }, doneAt: null })
      .returning(NOTIFY_RELAYS)
      .execute('run');
  }

  /** Marks up to `limit` unpublished due events as published, the earliest first. */
  claimDue(now: Date, exceptQueues: readonly string[], limit: number): Promise<PublishedEvent[]> {
    return this.database.query(claimDueEvents(now, exceptQueues, limit));
  }

  /** Returns the events that will be published again. */
  unpublishLost(publishedBefore: Date, limit: number): Promise<PublishedEvent[]> {
    return this.database.query(unpublishLostEvents(publishedBefore, limit));
  }

  /** Unfinished events that are due at this time. */
  countDue(now: Date): Promise<number> {
    return this.database.em.count(OutboxEventEntity, { doneAt: null, dueAt: { $lte: now } });
  }

  /** When the next event not attempted yet becomes due, after this time. */
  async nextDueAfter(now: Date): Promise<Date | undefined> {
    const [next] = await this.database.em.find(
      OutboxEventEntity,
      { doneAt: null, attempts: 0, dueAt: { $gt: now } },
      { orderBy: { dueAt: 'asc' }, limit: 1, fields: ['dueAt'] },
    );
    return next?.dueAt;
  }

  findWithHandlers(ids: readonly string[]): Promise<EventWithHandlers[]> {
    return this.database.query(eventsWithHandlers(ids));
  }

  /** Queues with unfinished events, in one scan of them: it runs on every scrape of every process. */
  backlog(now: Date): Promise<QueueBacklog[]> {
    return this.qb()
      .select([
        'queue',
        sql`count(*) filter (where due_at <= ${now})::int`.as('due'),
        sql`count(*) filter (where due_at > ${now})::int`.as('later'),
        sql`coalesce(greatest(0, extract(epoch from ${now}::timestamptz - min(due_at))), 0)::float8`.as(
          'oldestDueSeconds',
        ),
        sql`count(*) filter (where attempts > 0)::int`.as('failing'),
      ])
      .where({ doneAt: null })
      .groupBy('queue')
      .execute('all', false);
  }

  async unpublish(ids: readonly string[]): Promise<void> {
    await this.update(ids, { publishedAt: null });
  }

  async replacePayload(id: string, payload: object): Promise<void> {
    await this.database.em.nativeUpdate(OutboxEventEntity, { id }, { payload });
  }

  async markDone(id: string, doneAt: Date): Promise<void> {
    await this.update([id], { doneAt });
  }

  async postpone(id: string, attempts: number, dueAt: Date, error: string): Promise<void> {
    const lastError = error.slice(0, MAX_ERROR_LENGTH);
    await this.update([id], { attempts, dueAt, publishedAt: null, lastError });
  }

  private async update(ids: readonly string[], changes: Partial<OutboxEventEntity>): Promise<void> {
    await this.database.em.nativeUpdate(OutboxEventEntity, { id: { $in: ids }, doneAt: null }, changes);
  }

  private qb() {
    return this.database.em.createQueryBuilder(OutboxEventEntity);
  }
}
