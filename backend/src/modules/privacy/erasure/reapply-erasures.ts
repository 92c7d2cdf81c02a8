import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DeleteUser, userDeleted, Users } from '../../auth/index.js';
import { ErasedUsers } from './erased-users.js';
import { ErasuresRepository } from './erasures.repository.js';

interface ReappliedErasures {
  /** Number of users in the list of erased users. */
  listed: number;
  /** Those that the database doesn't list as erased. */
  found: string[];
}

/** After a restore, erases users again who were erased after the backup was made. A running worker carries it out. */
@Injectable()
export class ReapplyErasures {
  constructor(
    private readonly erasedUsers: ErasedUsers,
    private readonly erasures: ErasuresRepository,
    private readonly users: Users,
    private readonly deleteUser: DeleteUser,
    private readonly outbox: Outbox,
    private readonly database: Database,
  ) {}

  async run({ dryRun }: { dryRun: boolean }): Promise<ReappliedErasures> {
    const result: ReappliedErasures = { listed: 0, found: [] };
    for await (const userId of this.erasedUsers.list()) {
      result.listed += 1;
      if (await this.erasures.has(userId)) continue;
      result.found.push(userId);
      if (!dryRun) await this.erase(userId);
    }
    return result;
  }

  private async erase(userId: string): Promise<void> {
    if (await this.users.findById(userId))
      return this.deleteUser.delete(userId, { soft: false, requestedBy: 'operator' });
    // Already deleted in the backup, but not recorded as erased.
    await this.database.transaction(() => this.outbox.emit(userDeleted, { userId }));
    return undefined;
  }
}
