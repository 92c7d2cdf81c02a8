import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock/clock.js';
import { Database } from '../database/database.js';
import { currentRequest } from '../logging/request-context.js';

export interface AuditEntry {
  /** Null for the system or an unauthenticated caller. */
  actorId: string | null;
  /** Past tense, dotted: `email.replayed`. */
  action: string;
  subject?: { type: string; id: string };
  /** Never secrets. */
  details?: Record<string, unknown>;
}

/** Columns in the order of {@link Audit.valuesOf}. */
export const AUDIT_COLUMNS = 'id, at, actor_id, action, subject_type, subject_id, ip, request_id, details';

/** Writes the audit log of security events and staff actions. An entry commits in the transaction of the action it describes. */
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

  /** Values for {@link AUDIT_COLUMNS}, for hot statements that write the action and its entry together. */
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
