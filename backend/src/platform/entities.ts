import type { EntityClass } from '@mikro-orm/postgresql';
import { AuditEntryEntity } from './audit/audit-entry.entity.js';
import { IdempotencyKeyEntity } from './http/idempotency-key.entity.js';
import { InboxEntryEntity } from './outbox/inbox-entry.entity.js';
import { OutboxEventEntity } from './outbox/outbox-event.entity.js';
import { ScheduledTaskEntity } from './scheduler/scheduled-task.entity.js';

/** Entities of this layer. */
export const platformEntities: EntityClass<object>[] = [
  AuditEntryEntity,
  IdempotencyKeyEntity,
  InboxEntryEntity,
  OutboxEventEntity,
  ScheduledTaskEntity,
];
