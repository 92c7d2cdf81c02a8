import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { accountDeleted } from '../../domain/events.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';

/** Anonymous accounts whose owners never gave them an address and do not come back. */
@Injectable()
export class AbandonedAccounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Ids of those that nobody has used since a time, in order, after one. */
  find(since: Date, after: string | null, limit: number): Promise<string[]> {
    return this.accounts.findAbandoned(since, after, limit);
  }

  /** In a transaction: deletes those of them that nobody has used meanwhile. */
  async forget(ids: readonly string[], since: Date): Promise<void> {
    await this.database.transaction(async () => {
      for (const id of await this.accounts.removeAbandoned(ids, since)) {
        await this.outbox.emit(accountDeleted, { accountId: id });
        await this.audit.record({
          actorId: null,
          action: 'account.deleted',
          subject: { type: 'account', id },
          details: { soft: false, by: 'abandoned' },
        });
      }
    });
  }
}
