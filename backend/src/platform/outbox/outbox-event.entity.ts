import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../database/columns.js';

const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox_events',
  properties: {
    id: p.uuid().primary(),
    topic: p.text(),
    queue: p.text(),
    payload: p.json<Record<string, unknown>>(),
    createdAt: timestamp(),
    dueAt: timestamp(),
    publishedAt: timestamp().nullable(),
    doneAt: timestamp().nullable(),
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

export class OutboxEventEntity extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEventEntity);
