import { LockMode, raw, type FilterQuery, type RequiredEntityData } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { TemplateName } from '../templates/domain/catalog.js';
import { EmailAttemptEntity } from './email-attempt.entity.js';
import { EmailEntity } from './email.entity.js';

/** An email to insert; its status starts as `queued`. */
export type NewEmail = Omit<RequiredEntityData<EmailEntity>, 'status'>;

/** Failed emails that need support's attention: those that no replay has replaced. */
const WAITING_FOR_SUPPORT: FilterQuery<EmailEntity> = { status: 'failed', replayedAt: null };

/** Excludes failed emails that a replay has replaced: they are not counted. */
const NOT_REPLACED: FilterQuery<EmailEntity> = { $or: [{ status: { $ne: 'failed' } }, { replayedAt: null }] };

/** Stored emails and their attempts. */
@Injectable()
export class EmailsRepository {
  constructor(private readonly database: Database) {}

  /** False when an email with this dedupe key exists. */
  async insert(email: NewEmail): Promise<boolean> {
    const { affectedRows } = await this.database.em
      .createQueryBuilder(EmailEntity)
      .insert({ ...email, status: 'queued' })
      // The conflict target repeats the condition of the partial index, so that any other conflict is an error.
      .onConflict(raw('(dedupe_key) where dedupe_key is not null'))
      .ignore()
      .execute('run');
    return affectedRows > 0;
  }

  async findIdByDedupeKey(dedupeKey: string): Promise<string | undefined> {
    const email = await this.database.em.findOne(EmailEntity, { dedupeKey }, { fields: ['id'] });
    return email?.id;
  }

  /** The email with this dedupe key and its replays, oldest first; empty if there is none. */
  async findChain(dedupeKey: string): Promise<EmailEntity[]> {
    const originId = await this.findIdByDedupeKey(dedupeKey);
    if (!originId) return [];
    return this.database.em.find(
      EmailEntity,
      { $or: [{ id: originId }, { originId, replayOf: { $ne: null } }] },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );
  }

  /** With `replayedBy`. */
  findById(id: string): Promise<EmailEntity | null> {
    return this.database.em.findOne(EmailEntity, { id }, { populate: ['replayedBy'] });
  }

  /** Locks the email until the transaction ends. */
  lockById(id: string): Promise<EmailEntity | null> {
    return this.database.em.findOne(
      EmailEntity,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** The latest email in a chain of replays. The caller must hold the lock on the first one. */
  lockLatest(originId: string): Promise<EmailEntity> {
    return this.database.em.findOneOrFail(
      EmailEntity,
      { $or: [{ id: originId }, { originId, replayOf: { $ne: null } }] },
      {
        orderBy: { createdAt: 'desc', id: 'desc' },
        lockMode: LockMode.PESSIMISTIC_WRITE,
        refresh: true,
      },
    );
  }

  /** First attempt first. */
  listAttempts(emailId: string): Promise<EmailAttemptEntity[]> {
    return this.database.em.find(EmailAttemptEntity, { emailId }, { orderBy: { number: 'asc' } });
  }

  async cancelQueued(userId: string, template: TemplateName, now: Date): Promise<void> {
    await this.database.em.nativeUpdate(
      EmailEntity,
      { userId, template, status: 'queued' },
      { status: 'canceled', canceledAt: now, nextAttemptAt: null },
    );
  }

  countByStatus(): Promise<Record<string, number>> {
    return this.database.em.countBy(EmailEntity, 'status', { where: NOT_REPLACED });
  }

  /** Counts by status without the sent ones, which would be slow to count. */
  countUnsent(): Promise<Record<string, number>> {
    return this.database.em.countBy(EmailEntity, 'status', {
      where: { $and: [{ status: { $ne: 'sent' } }, NOT_REPLACED] },
    });
  }

  /** Counts by template. */
  countWaitingForSupport(): Promise<Record<string, number>> {
    return this.database.em.countBy(EmailEntity, 'template', { where: WAITING_FOR_SUPPORT });
  }
}
