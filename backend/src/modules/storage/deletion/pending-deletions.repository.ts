import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { PendingDeletionEntity } from './pending-deletion.entity.js';

export type PendingDeletion = PendingDeletionEntity;

/** The queue of bytes to delete from the backend. */
@Injectable()
export class PendingDeletionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: RealClock,
  ) {}

  /** Commits together with the change that makes the bytes unused. */
  async add(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const now = this.clock.now();
    await this.database.em
      .createQueryBuilder(PendingDeletionEntity)
      .insert(keys.map((key) => ({ key, dueAt: now, createdAt: now, attempts: 0 })))
      .onConflict('key')
      .ignore()
      .execute('run');
  }

  /** True if the bytes with this key are about to be deleted. */
  async has(key: string): Promise<boolean> {
    return (await this.database.em.count(PendingDeletionEntity, { key })) > 0;
  }

  findDue(limit: number): Promise<PendingDeletion[]> {
    return this.database.em.find(
      PendingDeletionEntity,
      { dueAt: { $lte: this.clock.now() } },
      { orderBy: { dueAt: 'asc' }, limit },
    );
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.database.em.nativeDelete(PendingDeletionEntity, { key: { $in: [...keys] } });
  }

  /** After a failed attempt. */
  async postpone({ key, attempts }: PendingDeletion, seconds: number): Promise<void> {
    await this.database.em.nativeUpdate(
      PendingDeletionEntity,
      { key },
      { attempts: attempts + 1, dueAt: this.clock.in(seconds) },
    );
  }

  count(): Promise<number> {
    return this.database.em.count(PendingDeletionEntity);
  }
}
