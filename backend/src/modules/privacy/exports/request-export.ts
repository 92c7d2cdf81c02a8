import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { Users } from '../../auth/index.js';
import { dataExportRequested } from '../events.js';
import type { DataExportEntity } from './data-export.entity.js';
import { DataExportsRepository } from './data-exports.repository.js';

const PER_ACCOUNT: Limit = { name: 'data-export-account', points: 5, seconds: 86_400 };

/** Starts exports of a person's own data. */
@Injectable()
export class RequestExport {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly dataExports: DataExportsRepository,
    private readonly limits: RateLimits,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Newest first. */
  list(userId: string): Promise<DataExportEntity[]> {
    return this.dataExports.listByUser(userId);
  }

  /** Returns the export being prepared, if any. Throws `rate_limited`. */
  async request(userId: string): Promise<DataExportEntity> {
    const pending = (await this.list(userId)).find(({ status }) => status === 'pending');
    if (pending) return pending;
    await this.limits.count(PER_ACCOUNT, userId);
    return this.database.transaction(async () => {
      await this.users.lockById(userId);
      const concurrent = (await this.list(userId)).find(({ status }) => status === 'pending');
      if (concurrent) return concurrent;
      const requested = this.dataExports.add(userId);
      await this.outbox.emit(dataExportRequested, { exportId: requested.id });
      const subject = { type: 'user', id: userId } as const;
      await this.audit.record({ actorId: userId, action: 'user.data_export_requested', subject });
      return requested;
    });
  }
}
