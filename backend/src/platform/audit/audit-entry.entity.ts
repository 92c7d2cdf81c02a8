import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../database/columns.js';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.uuid().primary(),
    at: timestamp(),
    /** Null for the system or an unauthenticated caller. */
    actorId: p.uuid().nullable(),
    /** Past tense, dotted: `email.replayed`. */
    action: p.text(),
    subjectType: p.text().nullable(),
    subjectId: p.text().nullable(),
    ip: p.text().nullable(),
    requestId: p.text().nullable(),
    /** Never secrets. */
    details: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
  },
  indexes: [
    {
      name: 'audit_entries_actor',
      where: 'actor_id IS NOT NULL',
      properties: ['actorId', 'at'],
      columns: [{ name: 'actorId' }, { name: 'at', sort: 'DESC' }],
    },
    {
      name: 'audit_entries_at',
      properties: ['at'],
      columns: [{ name: 'at', sort: 'DESC' }],
    },
    {
      name: 'audit_entries_subject',
      properties: ['subjectType', 'subjectId', 'at'],
      columns: [{ name: 'subjectType' }, { name: 'subjectId' }, { name: 'at', sort: 'DESC' }],
    },
  ],
});

/** An entry of the audit log, which is append-only. */
export class AuditEntryEntity extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntryEntity);
