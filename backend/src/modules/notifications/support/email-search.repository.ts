import { raw, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { containsPattern } from '../../../platform/database/contains-pattern.js';
import { Database } from '../../../platform/database/database.js';
import type { TemplateName } from '../templates/domain/catalog.js';
import { EmailEntity } from '../core/email.entity.js';

export interface EmailQuery {
  /** A full address, normalized. */
  recipient?: string;
  /** Part of an address, lowercase. */
  recipientPart?: string;
  /** `failed` excludes emails that were replayed. */
  status?: EmailEntity['status'];
  template?: TemplateName;
  createdFrom?: Date;
  createdTo?: Date;
}

/** A keyset cursor; newest first. */
export type Position = Pick<EmailEntity, 'createdAt' | 'id'>;

/** Finds emails for support. */
@Injectable()
export class EmailSearchRepository {
  constructor(private readonly database: Database) {}

  /** Newest first, starting after the position. With `replayedBy`. */
  find(query: EmailQuery, after: Position | undefined, limit: number): Promise<EmailEntity[]> {
    const where = buildConditions(query);
    if (after) where.push({ [raw('(created_at, id) < (?, ?)', [after.createdAt, after.id])]: [] });
    return this.database.em.find(
      EmailEntity,
      { $and: where },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, populate: ['replayedBy'] },
    );
  }

  /** IDs of the users to whom emails were sent at this address. */
  async findRecipients(address: string, limit: number): Promise<string[]> {
    const found = await this.database.em
      .createQueryBuilder(EmailEntity)
      .select('userId', true)
      .where({ recipientNormalized: address, userId: { $ne: null } })
      .limit(limit)
      .execute<{ userId: string }[]>();
    return found.map(({ userId }) => userId);
  }

  /**
   * Matching emails that wait for support, oldest first: what a bulk replay applies to. Canceled emails are included only if the query
   * is for them.
   */
  async findReplayable(query: EmailQuery, limit: number): Promise<string[]> {
    const found = await this.database.em.find(EmailEntity, replayable(query), {
      fields: ['id'],
      orderBy: { createdAt: 'asc', id: 'asc' },
      limit,
    });
    return found.map(({ id }) => id);
  }

  countReplayable(query: EmailQuery): Promise<number> {
    return this.database.em.count(EmailEntity, replayable(query));
  }
}

function replayable(query: EmailQuery): FilterQuery<EmailEntity> {
  const status = query.status === 'canceled' ? 'canceled' : 'failed';
  return { $and: [...buildConditions(query), { status, replayedAt: null }] };
}

function buildConditions(query: EmailQuery): FilterQuery<EmailEntity>[] {
  const { recipient, recipientPart, status, template, createdFrom, createdTo } = query;
  const where: FilterQuery<EmailEntity>[] = [];
  if (recipient !== undefined) where.push({ recipientNormalized: recipient });
  if (recipientPart !== undefined)
    where.push({ recipientNormalized: { $like: containsPattern(recipientPart) } });
  if (status) where.push({ status });
  // Repeats the condition of a partial index, so that the planner uses it.
  if (status && status !== 'sent') where.push({ status: { $ne: 'sent' } });
  if (status === 'failed') where.push({ replayedAt: null });
  if (template !== undefined) where.push({ template });
  if (createdFrom) where.push({ createdAt: { $gte: createdFrom } });
  if (createdTo) where.push({ createdAt: { $lt: createdTo } });
  return where;
}
