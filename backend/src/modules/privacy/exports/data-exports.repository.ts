import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DataExportEntity } from './data-export.entity.js';

/** Requested exports until they expire. */
@Injectable()
export class DataExportsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  find(id: string): Promise<DataExportEntity | null> {
    return this.database.em.findOne(DataExportEntity, { id });
  }

  /** Locks the export until the transaction ends. */
  lock(id: string): Promise<DataExportEntity | null> {
    return this.database.em.findOne(
      DataExportEntity,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Newest first. */
  listByUser(userId: string): Promise<DataExportEntity[]> {
    return this.database.em.find(DataExportEntity, { userId }, { orderBy: { requestedAt: 'desc' } });
  }

  /** Requires a transaction that has locked the user. */
  add(userId: string): DataExportEntity {
    const { em } = this.database;
    const created = em.create(DataExportEntity, {
      id: uuid(),
      userId,
      status: 'pending',
      sizeBytes: null,
      requestedAt: this.clock.now(),
      finishedAt: null,
      expiresAt: null,
    });
    em.persist(created);
    return created;
  }

  findExpired(limit: number): Promise<DataExportEntity[]> {
    return this.database.em.find(DataExportEntity, { expiresAt: { $lte: this.clock.now() } }, { limit });
  }

  async delete(id: string): Promise<void> {
    await this.database.em.nativeDelete(DataExportEntity, { id });
  }
}
