import { Injectable } from '@nestjs/common';
import { AuditEntryEntity } from '../audit/audit-entry.entity.js';
import { IdempotencyKeyEntity } from '../http/idempotency-key.entity.js';
import { InboxEntryEntity } from '../outbox/inbox-entry.entity.js';
import { OutboxEventEntity } from '../outbox/outbox-event.entity.js';
import { ScheduledTaskEntity } from '../scheduler/scheduled-task.entity.js';
import { PersonalRows } from './personal-rows.repository.js';
import type { PersonalTable } from './personal-table.js';
import { StoredPersonalData } from './stored-personal-data.js';

const AUDIT_RECORD = 'id at actorId action subjectType subjectId requestId';

export const platformTables: readonly PersonalTable[] = [
  {
    // What the person did, and what happened to them without an actor.
    entity: AuditEntryEntity,
    rows: "actor_id = :userId or (actor_id is null and subject_type = 'user' and subject_id = :userId::text)",
    keep: { security: AUDIT_RECORD },
    anonymize: { ip: null, details: {} },
  },
  {
    // What staff did to them: the IP address is that of staff. Names of files contain the owner's ID.
    entity: AuditEntryEntity,
    rows: "(subject_type = 'user' and subject_id = :userId::text) or strpos(details ->> 'name', :userId::text) > 0",
    keep: { security: `${AUDIT_RECORD} ip` },
    anonymize: { details: {} },
    withhold: 'all',
  },
  {
    entity: IdempotencyKeyEntity,
    rows: "starts_with(scope, :userId::text || ' ') or strpos(lower(body::text), :email::text) > 0",
    delete: 'scope key requestHash status body createdAt lockedUntil',
    withhold: 'all',
  },
  {
    // Events are internal and deleted 14 days after they were handled. The deletion itself is still being handled.
    entity: OutboxEventEntity,
    rows: "payload ->> 'userId' = :userId::text and done_at is not null and topic <> 'user.deleted'",
    delete: 'id topic queue payload createdAt dueAt publishedAt doneAt attempts lastError',
    withhold: 'all',
  },
  // Deleted with their events.
  { entity: InboxEntryEntity, delete: 'eventId handler handledAt' },
  { entity: ScheduledTaskEntity, keep: { notPersonal: 'name nextRunAt' } },
];

/** Audit log, events and responses stored for idempotency keys. */
@Injectable()
export class PlatformPersonalData extends StoredPersonalData {
  override readonly id = 'activity';
  protected override readonly tables = platformTables;

  constructor(protected override readonly rows: PersonalRows) {
    super();
  }
}
