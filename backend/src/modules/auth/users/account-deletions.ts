import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import type { AccountDeletionEntity } from './persistence/account-deletion.entity.js';
import { AccountDeletionsRepository } from './persistence/account-deletions.repository.js';

/** Accounts that are scheduled for deletion at their owner's request. */
@Injectable()
export class AccountDeletions {
  constructor(private readonly deletions: AccountDeletionsRepository) {}

  find(userId: string): Promise<AccountDeletionEntity | null> {
    return this.deletions.find(userId);
  }

  /** Locks the scheduled deletion until the transaction ends. */
  lock(userId: string): Promise<AccountDeletionEntity | null> {
    return this.deletions.lock(userId);
  }

  /** Requires a transaction. */
  add(deletion: AccountDeletionEntity): void {
    this.deletions.add(deletion);
  }

  /** Requires a transaction. */
  async remove(userId: string): Promise<void> {
    await this.deletions.remove(userId);
  }

  /** Before anything that charges the owner, who would lose it with the account. Throws `account_deletion_scheduled`. */
  async assertNone(userId: string): Promise<void> {
    const deletion = await this.find(userId);
    if (deletion) throw new AccountDeletionScheduledError(deletion.scheduledFor);
  }
}

class AccountDeletionScheduledError extends DomainError {
  constructor(scheduledFor: Date) {
    super(
      'conflict',
      'account_deletion_scheduled',
      'Your account is scheduled for deletion, so nothing was charged or changed. To continue, choose “Keep my account” under Data in your account.',
      { details: { scheduledFor: scheduledFor.toISOString() } },
    );
  }
}
