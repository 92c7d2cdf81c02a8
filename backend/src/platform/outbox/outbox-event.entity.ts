import { defineEntity, p } from '@mikro-orm/postgresql';
import type { QueueName } from '../config/settings.js';
import { timestamp } from '../database/columns.js';

const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox_events',
  properties: {
    id: p.uuid().primary(),
    topic: p.text(),
    queue: p.text().$type<QueueName>(),
    payload: p.json<object>(),
    createdAt: timestamp(),
    dueAt: timestamp(),
    /** When a job for it was added; null to have it added again. */
    publishedAt: timestamp().nullable(),
    /** When its last handler recorded it. */
    doneAt: timestamp().nullable(),
    /** Failed attempts. */
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
  },
  indexes: [
    {
      name: 'outbox_events_done',
      where: 'done_at IS NOT NULL',
      properties: ['doneAt'],
    },
    {
      name: 'outbox_events_unfinished',
      where: 'done_at IS NULL',
      properties: ['queue', 'dueAt'],
    },
    {
      name: 'outbox_events_unpublished',
      where: '(done_at IS NULL) AND (published_at IS NULL)',
      properties: ['dueAt'],
    },
  ],
});

/** An event that was or will be delivered to its handlers. */
export class OutboxEventEntity extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEventEntity);
