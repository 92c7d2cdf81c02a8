import { Injectable } from '@nestjs/common';
import { AuditLogRepository, type NamedAuditEntry, type AuditSearch } from './audit-log.repository.js';

export type { NamedAuditEntry, AuditSearch };

/** Read-only access to the audit log for callers with the service key. */
@Injectable()
export class ReadAuditLog {
  constructor(private readonly auditLog: AuditLogRepository) {}

  /** `page` is one-based; newest entries first. */
  read(
    search: AuditSearch,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ entries: NamedAuditEntry[]; total: number }> {
    return this.auditLog.list(search, { limit: perPage, offset: (page - 1) * perPage });
  }
}
