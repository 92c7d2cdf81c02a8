import { raw, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Database } from '../../../platform/database/database.js';
import { RowPurger } from '../../../platform/scheduler/row-purger.repository.js';
import type { SmsRequestedPayload } from '../../auth/index.js';
import { SmsMessageEntity } from './sms-message.entity.js';

/** A stored SMS message; never includes the code. */
export type SmsMessage = SmsMessageEntity;

export interface SmsQuery {
  /** A phone number or its first digits. */
  recipient?: string | undefined;
  status?: SmsMessage['status'] | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}

/** A keyset cursor; newest first. */
export type SmsPosition = Pick<SmsMessage, 'createdAt' | 'id'>;

export interface SmsOutcome {
  status: Exclude<SmsMessage['status'], 'queued'>;
  providerId: string | null;
  error: string | null;
}

@Injectable()
export class SmsRepository {
  constructor(
    private readonly database: Database,
    private readonly rowPurger: RowPurger,
  ) {}

  insert(id: string, { phone: recipient, ...sms }: SmsRequestedPayload, createdAt: Date): void {
    const { em } = this.database;
    em.persist(em.create(SmsMessageEntity, { id, ...sms, recipient, status: 'queued', createdAt }));
  }

  async findQueued(id: string): Promise<SmsRequestedPayload | undefined> {
    const sms = await this.database.em.findOne(SmsMessageEntity, { id, status: 'queued' });
    if (!sms) return undefined;
    const { userId, purpose, channel, recipient: phone, challengeId } = sms;
    return { userId, purpose, channel, phone, ...(challengeId === null ? {} : { challengeId }) };
  }

  /** False if an attempt has already been started. */
  async startAttempt(id: string): Promise<boolean> {
    const notStarted = { id, status: 'queued', attemptStartedAt: null } as const;
    return (
      (await this.database.em.nativeUpdate(SmsMessageEntity, notStarted, {
        attemptStartedAt: databaseTime(),
      })) > 0
    );
  }

  /** Allows another attempt for a message that wasn't sent. */
  async allowRetry(id: string): Promise<void> {
    await this.database.em.nativeUpdate(SmsMessageEntity, { id }, { attemptStartedAt: null });
  }

  /** Newest first, starting after the position. */
  find(
    { recipient, status, createdFrom, createdTo }: SmsQuery,
    after: SmsPosition | undefined,
    limit: number,
  ): Promise<SmsMessage[]> {
    const where: FilterQuery<SmsMessageEntity>[] = [];
    if (recipient !== undefined) where.push({ recipient: { $like: `${recipient}%` } });
    if (status) where.push({ status });
    if (createdFrom) where.push({ createdAt: { $gte: createdFrom } });
    if (createdTo) where.push({ createdAt: { $lt: createdTo } });
    if (after) where.push({ [raw('(created_at, id) < (?, ?)', [after.createdAt, after.id])]: [] });
    return this.database.em.find(
      SmsMessageEntity,
      { $and: where },
      {
        orderBy: { createdAt: 'desc', id: 'desc' },
        limit,
      },
    );
  }

  /** Counts of stored messages that were not sent. */
  countUnsent(): Promise<Record<string, number>> {
    return this.database.em.countBy(SmsMessageEntity, 'status', { where: { status: { $ne: 'sent' } } });
  }

  /** Deletes up to `limit` messages created before this time. */
  async deleteBefore(time: Date, limit: number): Promise<void> {
    await this.rowPurger.purge(SmsMessageEntity, 'createdAt', time, limit);
  }

  async finish(id: string, { status, providerId, error }: SmsOutcome, now: Date): Promise<void> {
    await this.database.em.nativeUpdate(
      SmsMessageEntity,
      { id, status: 'queued' },
      { status, providerId, lastError: error, finishedAt: now },
    );
  }
}
