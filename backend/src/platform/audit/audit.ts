import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock/clock.js';
import { Database } from '../database/database.js';
import { currentRequest } from '../logging/request-context.js';

export interface AuditEntry {
  /** Who did it; null for the system or someone unknown. */
  actorId: string | null;
  /** Past tense, dotted: `email.replayed`. */
  action: string;
  subject?: { type: string; id: string };
  /** Facts without secrets. */
  details?: Record<string, unknown>;
}

/** Columns of an entry, in the order of {@link Audit.valuesOf}. */
export const AUDIT_COLUMNS = 'id, at, actor_id, action, subject_type, subject_id, ip, request_id, details';

/** The log of security acts and of staff. An entry commits with the act it tells of. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async record(entry: AuditEntry): Promise<void> {
    await this.database.query({
      name: 'audit-record',
      text: `insert into audit_entries (${AUDIT_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: this.valuesOf(entry),
    });
  }

  /** The entry as values of {@link AUDIT_COLUMNS}, for a hot statement that writes the act and its entry in one go. */
  valuesOf({ actorId, action, subject, details = {} }: AuditEntry): unknown[] {
    const request = currentRequest();
    return [
      uuid(),
      this.clock.now(),
      actorId,
      action,
      subject?.type ?? null,
      subject?.id ?? null,
      request?.ip ?? null,
      request?.requestId ?? null,
      JSON.stringify(details),
    ];
  }
}
