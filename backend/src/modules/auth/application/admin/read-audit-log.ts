import { Injectable } from '@nestjs/common';
import {
  AuditLogRepository,
  type AuditLogRow,
  type AuditSearch,
} from '../../persistence/audit-log.repository.js';

export type { AuditLogRow, AuditSearch };

/** The audit log as the operator's own servers read it. No one changes it. */
@Injectable()
export class ReadAuditLog {
  constructor(private readonly auditLog: AuditLogRepository) {}

  /** Pages count from 1, newest entries first. */
  read(
    search: AuditSearch,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ entries: AuditLogRow[]; total: number }> {
    return this.auditLog.list(search, { limit: perPage, offset: (page - 1) * perPage });
  }
}
