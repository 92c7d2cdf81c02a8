import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { SubscriptionCancellation } from '../domain/subscription-cancellation.js';

const COLUMNS = `user_id as "userId", status, deleted_at as "deletedAt", finished_at as "finishedAt",
  last_error as "lastError"`;

@Injectable()
export class SubscriptionCancellationsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** False if the user already has one. */
  async add(userId: string): Promise<boolean> {
    const rows = await this.database.query({
      text: `insert into subscription_cancellations (user_id, status, deleted_at) values ($1, 'due', $2)
             on conflict do nothing returning 1`,
      values: [userId, this.clock.now()],
    });
    return rows.length > 0;
  }

  async find(userId: string): Promise<SubscriptionCancellation | undefined> {
    const [row] = await this.database.query<SubscriptionCancellation>({
      text: `select ${COLUMNS} from subscription_cancellations where user_id = $1`,
      values: [userId],
    });
    return row;
  }

  /** Resets to `due`; false if there is none in one of these states. */
  async renew(userId: string, from: readonly SubscriptionCancellation['status'][]): Promise<boolean> {
    const rows = await this.database.query({
      text: `update subscription_cancellations set status = 'due', finished_at = null, last_error = null
             where user_id = $1 and status = any ($2) returning 1`,
      values: [userId, from],
    });
    return rows.length > 0;
  }

  async finish(userId: string, status: 'ended' | 'failed', lastError: string | null = null): Promise<void> {
    await this.database.query({
      text: 'update subscription_cancellations set status = $2, finished_at = $3, last_error = $4 where user_id = $1',
      values: [userId, status, this.clock.now(), lastError],
    });
  }

  /** Longest waiting first. */
  listFailed(limit: number): Promise<SubscriptionCancellation[]> {
    return this.database.query<SubscriptionCancellation>({
      text: `select ${COLUMNS} from subscription_cancellations where status = 'failed' order by finished_at limit $1`,
      values: [limit],
    });
  }

  async countUnfinished(): Promise<{ due: number; failed: number }> {
    const [row] = await this.database.query<{ due: number; failed: number }>({
      text: `select count(*) filter (where status = 'due')::int as due,
                    count(*) filter (where status = 'failed')::int as failed
             from subscription_cancellations where status <> 'ended'`,
    });
    return row!;
  }
}
