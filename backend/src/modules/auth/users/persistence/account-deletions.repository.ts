import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { AccountDeletionEntity } from './account-deletion.entity.js';

/** Scheduled deletions. */
@Injectable()
export class AccountDeletionsRepository {
  constructor(private readonly database: Database) {}

  find(userId: string): Promise<AccountDeletionEntity | null> {
    return this.database.em.findOne(AccountDeletionEntity, { userId });
  }

  /** Locks the request until the transaction ends. */
  lock(userId: string): Promise<AccountDeletionEntity | null> {
    return this.database.em.findOne(
      AccountDeletionEntity,
      { userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  add(deletion: AccountDeletionEntity): void {
    const { em } = this.database;
    em.persist(em.create(AccountDeletionEntity, deletion));
  }

  /** Requires a transaction. */
  async remove(userId: string): Promise<void> {
    const { em } = this.database;
    await em.remove(em.getReference(AccountDeletionEntity, userId)).flush();
  }
}
