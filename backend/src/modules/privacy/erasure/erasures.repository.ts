import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ErasureEntity } from './erasure.entity.js';

/** Records of erased users. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly database: Database) {}

  /** Keeps the first record if a user is erased again, for example after a restore. */
  async add(erasure: ErasureEntity): Promise<void> {
    await this.database.em
      .createQueryBuilder(ErasureEntity)
      .insert(erasure)
      .onConflict('userId')
      .ignore()
      .execute('run');
  }

  async has(userId: string): Promise<boolean> {
    return (await this.database.em.count(ErasureEntity, { userId })) > 0;
  }
}
