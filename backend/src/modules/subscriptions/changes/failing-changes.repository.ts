import type { FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { PROMISED_KINDS, PROVIDER_REJECTED, REJECTIONS_BEFORE_ALERT } from '../domain/change-rules.js';
import { SubscriptionChangeEntity } from './subscription-change.entity.js';

/** What can't be resolved here, such as a refund that was paid in another way, is listed for this long. */
const LISTED_SECONDS = 90 * 86_400;

/** Changes that keep failing at the provider, or have failed for good. */
@Injectable()
export class FailingChangesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Newest first, including those that were resolved since. */
  list(limit: number): Promise<SubscriptionChangeEntity[]> {
    const failing: FilterQuery<SubscriptionChangeEntity> = {
      $or: [
        { status: 'due', attempts: { $gte: REJECTIONS_BEFORE_ALERT }, kind: { $ne: 'upgrade' } },
        {
          status: 'failed',
          finishedAt: { $gte: this.clock.in(-LISTED_SECONDS) },
          $or: [{ kind: { $in: [...PROMISED_KINDS] } }, { failureReason: PROVIDER_REJECTED }],
        },
      ],
    };
    return this.database.em.find(SubscriptionChangeEntity, failing, {
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit,
    });
  }

  /** All changes of these subscriptions. */
  listBySubscriptions(subscriptionIds: readonly string[]): Promise<SubscriptionChangeEntity[]> {
    return this.database.em.find(SubscriptionChangeEntity, {
      subscriptionId: { $in: [...subscriptionIds] },
    });
  }
}
