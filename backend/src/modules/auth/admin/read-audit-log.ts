import { Injectable } from '@nestjs/common';
import { AuditLogRepository, type AuditLogRow, type AuditSearch } from './audit-log.repository.js';

export type { AuditLogRow, AuditSearch };

/** Read-only access to the audit log for callers with the service key. */
@Injectable()
export class ReadAuditLog {
  constructor(private readonly auditLog: AuditLogRepository) {}

  /** `page` is one-based; newest entries first. */
  read(
    search: AuditSearch,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ entries: AuditLogRow[]; total: number }> {
    return this.auditLog.list(search, { limit: perPage, offset: (page - 1) * perPage });
  }
}
