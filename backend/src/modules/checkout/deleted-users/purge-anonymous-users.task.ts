import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { InactiveAnonymousUsers } from '../../auth/index.js';
import { Buyers } from '../buyers/buyers.js';

const DAY_SECONDS = 86_400;
const BATCH_SIZE = 200;

/** Deletes inactive anonymous users, except those that have ever started a checkout. */
@Injectable()
export class PurgeAnonymousUsers extends ScheduledTask {
  override readonly id = 'purge-anonymous-users';
  override readonly everySeconds = 3600;

  constructor(
    private readonly database: Database,
    private readonly inactiveAnonymousUsers: InactiveAnonymousUsers,
    private readonly buyers: Buyers,
    private readonly isolatedRows: IsolatedRows,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const { anonymousRetentionDays: days, accessTokenSeconds } = this.settings.auth;
    if (days === 0) return;
    // Using an access token leaves no trace, so wait for at least its lifetime.
    const since = this.clock.in(-Math.max(days * DAY_SECONDS, accessTokenSeconds));
    let after: string | null = null;
    let found: string[];
    do {
      found = await this.inactiveAnonymousUsers.find(since, after, BATCH_SIZE);
      after = found.at(-1) ?? null;
      await this.isolatedRows.runBatch(found, {
        task: this.id,
        getId: (id) => id,
        work: (ids) => this.purge(ids, since),
      });
    } while (found.length === BATCH_SIZE);
  }

  private purge(ids: readonly string[], since: Date): Promise<void> {
    return this.database.transaction(async () => {
      const buyers = await this.buyers.among(ids);
      const others = ids.filter((id) => !buyers.has(id));
      if (others.length > 0) await this.inactiveAnonymousUsers.delete(others, since);
    });
  }
}
