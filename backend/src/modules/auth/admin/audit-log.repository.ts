import { sql } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditEntryEntity } from '../../../platform/audit/audit-entry.entity.js';
import { containsPattern } from '../../../platform/database/contains-pattern.js';
import { Database } from '../../../platform/database/database.js';
import { toProtocolEmail } from '../core/email-and-phone.js';
import { UserEntity } from '../users/persistence/user.entity.js';

/** Case-insensitive substrings; an empty string matches everything. */
export interface AuditSearch {
  /** Part of the actor's email or phone, or the full user id. */
  author: string;
  action: string;
  /** Matches the part of the action before its dot. */
  type: string;
}

/** An audit entry with its actor's current email or phone; null for the system, unknown actors and deleted users. */
export interface NamedAuditEntry {
  entry: AuditEntryEntity;
  actorName: string | null;
}

/** The audit log with the names of actors. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly database: Database) {}

  /** One page, newest first, and the total number of matches. */
  async list(
    { author, action, type }: AuditSearch,
    page: { limit: number; offset: number },
  ): Promise<{ entries: NamedAuditEntry[]; total: number }> {
    const { em } = this.database;
    const contained = { $ilike: containsPattern(author) };
    const actors = em
      .createQueryBuilder(UserEntity)
      .select('id')
      .where({ $or: [{ email: contained }, { phone: contained }] });
    const [entries, total] = await em.findAndCount(
      AuditEntryEntity,
      {
        $and: [
          author === ''
            ? {}
            : { $or: [{ actorId: { $in: actors } }, { [sql`actor_id::text`]: author.toLowerCase() }] },
          action === '' ? {} : { action: { $ilike: containsPattern(action) } },
          type === '' ? {} : { [sql`split_part(action, '.', 1)`]: { $ilike: containsPattern(type) } },
        ],
      },
      { ...page, orderBy: { at: 'desc', id: 'desc' } },
    );
    const names = await this.findNames(entries.flatMap(({ actorId }) => actorId ?? []));
    return {
      entries: entries.map((entry) => ({ entry, actorName: names.get(entry.actorId ?? '') ?? null })),
      total,
    };
  }

  private async findNames(ids: string[]): Promise<Map<string, string | null>> {
    const users = await this.database.em.find(
      UserEntity,
      { id: { $in: [...new Set(ids)] } },
      { fields: ['email', 'phone'] },
    );
    return new Map(users.map(({ id, email, phone }) => [id, toProtocolEmail(email) ?? phone ?? null]));
  }
}
