import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** A stored audit log entry. */
export interface AuditRecord {
  id: string;
  at: Date;
  actorId: string | null;
  action: string;
  subjectType: string | null;
  subjectId: string | null;
  ip: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}

export interface AuditQuery {
  actorId?: string;
  action?: string;
  subjectType?: string;
  subjectId?: string;
}

/** Reads the audit log, which is append-only. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /** Newest first, starting after the cursor. */
  find(
    query: AuditQuery,
    after: { at: Date; id: string } | undefined,
    limit: number,
  ): Promise<AuditRecord[]> {
    return this.database.query<AuditRecord>({
      text: `select id, at, actor_id as "actorId", action, subject_type as "subjectType", subject_id as "subjectId", ip,
                    request_id as "requestId", details
             from audit_entries
             where ($1::uuid is null or actor_id = $1) and ($2::text is null or action = $2)
               and ($3::text is null or subject_type = $3) and ($4::text is null or subject_id = $4)
               and ($5::timestamptz is null or (at, id) < ($5, $6::uuid))
             order by at desc, id desc limit $7`,
      values: [
        query.actorId ?? null,
        query.action ?? null,
        query.subjectType ?? null,
        query.subjectId ?? null,
        after?.at ?? null,
        after?.id ?? null,
        limit,
      ],
    });
  }
}
