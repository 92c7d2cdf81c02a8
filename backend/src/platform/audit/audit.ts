import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { AuditAction, AuditSubject } from '@subscription-site/shared/audit-actions';
import { Clock } from '../clock.js';
import { Database } from '../database/database.js';
import { currentRequest } from '../logging/request-context.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

export interface AuditEntry {
  /** Null for the system or an unauthenticated caller. */
  actorId: string | null;
  action: AuditAction;
  subject?: { type: AuditSubject; id: string };
  /** Never secrets. */
  details?: Record<string, unknown>;
}

/** Columns in the order of {@link Audit.toValues}. */
export const AUDIT_COLUMNS = 'id, at, actor_id, action, subject_type, subject_id, ip, request_id, details';

/** Writes the audit log of security events and staff actions. An entry commits in the transaction of the action it describes. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async record(entry: AuditEntry): Promise<void> {
    await this.database.em.insert(AuditEntryEntity, this.toRow(entry));
  }

  /** Values for {@link AUDIT_COLUMNS}, for hot statements that write the action and its entry together. */
  toValues(entry: AuditEntry): unknown[] {
    const { details, ...columns } = this.toRow(entry);
    return [...Object.values(columns), JSON.stringify(details)];
  }

  /** In the order of {@link AUDIT_COLUMNS}. */
  private toRow({ actorId, action, subject, details = {} }: AuditEntry) {
    const request = currentRequest();
    return {
      id: uuid(),
      at: this.clock.now(),
      actorId,
      action,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id ?? null,
      ip: request?.ip ?? null,
      requestId: request?.requestId ?? null,
      details,
    };
  }
}
