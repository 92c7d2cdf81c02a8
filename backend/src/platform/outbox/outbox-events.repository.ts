import { raw, type RequiredEntityData } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { OutboxEventEntity } from './outbox-event.entity.js';
import { claimDueEvents, eventsWithHandlers, unpublishLostEvents } from './outbox.queries.js';

/** Channel on which commits notify the relays. */
export const OUTBOX_CHANNEL = 'outbox';

const NOTIFY_RELAYS = raw(`pg_notify('${OUTBOX_CHANNEL}', '')`);
const MAX_ERROR_LENGTH = 1000;

/** An event with its processing state. */
export interface EventWithHandlers extends Pick<
  OutboxEventEntity,
  'id' | 'topic' | 'payload' | 'attempts' | 'createdAt' | 'doneAt'
> {
  /** IDs of handlers that have recorded it. */
  handledBy: string[];
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
  claimDue(
    now: Date,
    exceptQueues: readonly string[],
    limit: number,
  ): Promise<Pick<OutboxEventEntity, 'id' | 'queue'>[]> {
    return this.database.query(claimDueEvents(now, exceptQueues, limit));
  }

  /** Returns the number of events that will be published again. */
  async unpublishLost(publishedBefore: Date, limit: number): Promise<number> {
    return (await this.database.query(unpublishLostEvents(publishedBefore, limit))).length;
  }

  findWithHandlers(ids: readonly string[]): Promise<EventWithHandlers[]> {
    return this.database.query(eventsWithHandlers(ids));
  }

  async unpublish(ids: readonly string[]): Promise<void> {
    await this.update(ids, { publishedAt: null });
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
