import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** Case-insensitive substrings; an empty string matches everything. */
export interface AuditSearch {
  /** Part of the actor's email or phone, or the full user id. */
  author: string;
  action: string;
  /** Matches the part of the action before its dot. */
  type: string;
}

export interface AuditLogRow {
  id: string;
  at: Date;
  actorId: string | null;
  /** Current email or phone; null for the system, unknown actors and deleted users. */
  actorName: string | null;
  action: string;
  subjectType: string | null;
  subjectId: string | null;
  ip: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}

const MATCHES = `from audit_entries e left join users a on a.id = e.actor_id
  where ($1 = '%%' or a.email ilike $1 or a.phone ilike $1 or e.actor_id::text = lower($2))
    and ($3 = '%%' or e.action ilike $3) and ($4 = '%%' or split_part(e.action, '.', 1) ilike $4)`;

/** The audit log with the names of actors. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly database: Database) {}

  /** One page, newest first, and the total number of matches. */
  async list(
    { author, action, type }: AuditSearch,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ entries: AuditLogRow[]; total: number }> {
    const search = [containsPattern(author), author, containsPattern(action), containsPattern(type)];
    const entries = await this.database.query<AuditLogRow>({
      text: `select e.id, e.at, e.actor_id as "actorId", coalesce(a.email, a.phone) as "actorName", e.action,
                    e.subject_type as "subjectType", e.subject_id as "subjectId", e.ip, e.request_id as "requestId", e.details
             ${MATCHES} order by e.at desc, e.id desc limit $5 offset $6`,
      values: [...search, limit, offset],
    });
    const [counted] = await this.database.query<{ total: number }>({
      text: `select count(*)::int as total ${MATCHES}`,
      values: search,
    });
    return { entries, total: counted!.total };
  }
}

function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
