import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { SubscriptionCancellationEntity } from './subscription-cancellation.entity.js';

type Status = SubscriptionCancellationEntity['status'];

@Injectable()
export class SubscriptionCancellationsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** False if the user already has one. */
  async add(userId: string): Promise<boolean> {
    const { affectedRows } = await this.database.em
      .createQueryBuilder(SubscriptionCancellationEntity)
      .insert({ userId, status: 'due', deletedAt: this.clock.now() })
      .onConflict()
      .ignore()
      .execute('run');
    return affectedRows > 0;
  }

  find(userId: string): Promise<SubscriptionCancellationEntity | null> {
    return this.database.em.findOne(SubscriptionCancellationEntity, userId);
  }

  /** Resets to `due`; false if there is none in one of these states. */
  async renew(userId: string, from: Status[]): Promise<boolean> {
    const renewed = await this.database.em.nativeUpdate(
      SubscriptionCancellationEntity,
      { userId, status: { $in: from } },
      { status: 'due', finishedAt: null, lastError: null },
    );
    return renewed > 0;
  }

  async finish(userId: string, status: 'ended' | 'failed', lastError: string | null = null): Promise<void> {
    await this.database.em.nativeUpdate(
      SubscriptionCancellationEntity,
      { userId },
      { status, finishedAt: this.clock.now(), lastError },
    );
  }

  /** Longest waiting first. */
  listFailed(limit: number): Promise<SubscriptionCancellationEntity[]> {
    return this.database.em.find(
      SubscriptionCancellationEntity,
      { status: 'failed' },
      { orderBy: { finishedAt: 'asc' }, limit },
    );
  }

  async countUnfinished(): Promise<{ due: number; failed: number }> {
    const { due = 0, failed = 0 } = await this.database.em.countBy(SubscriptionCancellationEntity, 'status', {
      where: { status: { $in: ['due', 'failed'] } },
    });
    return { due, failed };
  }
}
