import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

/** Matches exactly; a property that is absent matches everything. */
export interface AuditQuery {
  actorId?: string;
  action?: string;
  subjectType?: string;
  subjectId?: string;
}

/** Reads the audit log. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /** Newest first, starting after the cursor. */
  find(
    { actorId, action, subjectType, subjectId }: AuditQuery,
    after: { at: Date; id: string } | undefined,
    limit: number,
  ): Promise<AuditEntryEntity[]> {
    const older = after && {
      at: { $lte: after.at },
      $or: [{ at: { $lt: after.at } }, { id: { $lt: after.id } }],
    };
    return this.database.em.find(
      AuditEntryEntity,
      {
        ...(actorId && { actorId }),
        ...(action && { action }),
        ...(subjectType && { subjectType }),
        ...(subjectId && { subjectId }),
        ...older,
      },
      { orderBy: { at: 'desc', id: 'desc' }, limit },
    );
  }
}
