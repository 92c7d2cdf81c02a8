import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { userDeleted } from '../core/events.js';
import { UsersRepository } from './persistence/users.repository.js';

/** Anonymous users who never added an email or phone number and have not been active for a while. */
@Injectable()
export class InactiveAnonymousUsers {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Ids of the users inactive since `since`, in ascending order, starting after the id `after`. */
  find(since: Date, after: string | null, limit: number): Promise<string[]> {
    return this.users.findInactiveAnonymous(since, after, limit);
  }

  /** Deletes those of the given users that are still inactive. */
  async delete(ids: readonly string[], since: Date): Promise<void> {
    await this.database.transaction(async () => {
      for (const id of await this.users.deleteInactiveAnonymous(ids, since)) {
        await this.outbox.emit(userDeleted, { userId: id });
        await this.audit.record({
          actorId: null,
          action: 'user.deleted',
          subject: { type: 'user', id },
          details: { soft: false, by: 'abandoned' },
        });
      }
    });
  }
}
