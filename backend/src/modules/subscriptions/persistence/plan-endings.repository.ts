import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { PlanEnding } from '../domain/plan-ending.js';

const COLUMNS = `account_id as "accountId", status, deleted_at as "deletedAt", finished_at as "finishedAt",
  last_error as "lastError"`;

@Injectable()
export class PlanEndingsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** False when the account has one already, or never bought anything and began no checkout. */
  async add(accountId: string): Promise<boolean> {
    const rows = await this.database.query({
      text: `insert into plan_endings (account_id, status, deleted_at)
             select $1, 'due', $2
             where exists (select 1 from subscriptions where account_id = $1)
                or exists (select 1 from checkouts where account_id = $1)
             on conflict do nothing returning 1`,
      values: [accountId, this.clock.now()],
    });
    return rows.length > 0;
  }

  async find(accountId: string): Promise<PlanEnding | undefined> {
    const [row] = await this.database.query<PlanEnding>({
      text: `select ${COLUMNS} from plan_endings where account_id = $1`,
      values: [accountId],
    });
    return row;
  }

  /** Begins anew; false when there is none in one of these states. */
  async renew(accountId: string, from: readonly PlanEnding['status'][]): Promise<boolean> {
    const rows = await this.database.query({
      text: `update plan_endings set status = 'due', finished_at = null, last_error = null
             where account_id = $1 and status = any ($2) returning 1`,
      values: [accountId, from],
    });
    return rows.length > 0;
  }

  async finish(
    accountId: string,
    status: 'ended' | 'failed',
    lastError: string | null = null,
  ): Promise<void> {
    await this.database.query({
      text: 'update plan_endings set status = $2, finished_at = $3, last_error = $4 where account_id = $1',
      values: [accountId, status, this.clock.now(), lastError],
    });
  }

  /** Longest waiting first. */
  listFailed(limit: number): Promise<PlanEnding[]> {
    return this.database.query<PlanEnding>({
      text: `select ${COLUMNS} from plan_endings where status = 'failed' order by finished_at limit $1`,
      values: [limit],
    });
  }

  async countUnfinished(): Promise<{ due: number; failed: number }> {
    const [row] = await this.database.query<{ due: number; failed: number }>({
      text: `select count(*) filter (where status = 'due')::int as due,
                    count(*) filter (where status = 'failed')::int as failed
             from plan_endings where status <> 'ended'`,
    });
    return row!;
  }
}
