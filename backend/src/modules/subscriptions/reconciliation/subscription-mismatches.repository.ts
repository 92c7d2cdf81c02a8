import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { SubscriptionMismatchEntity } from './subscription-mismatch.entity.js';

export type Mismatch = Pick<
  SubscriptionMismatchEntity,
  'providerSubscriptionId' | 'kind' | 'providerCustomerId' | 'userId'
>;

@Injectable()
export class SubscriptionMismatchesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores it as open. False if it was open before. Requires a transaction. */
  async add(mismatch: Mismatch): Promise<boolean> {
    const { em } = this.database;
    const { providerSubscriptionId } = mismatch;
    const known = await em.findOne(SubscriptionMismatchEntity, providerSubscriptionId);
    if (known && known.resolvedAt === null && known.kind === mismatch.kind) return false;
    const found = { ...mismatch, foundAt: this.clock.now(), resolvedAt: null };
    await em.upsert(SubscriptionMismatchEntity, found);
    return true;
  }

  /** Marks those as resolved that were not found again. */
  async resolveExcept(found: readonly string[]): Promise<void> {
    await this.database.em.nativeUpdate(
      SubscriptionMismatchEntity,
      { resolvedAt: null, providerSubscriptionId: { $nin: [...found] } },
      { resolvedAt: this.clock.now() },
    );
  }

  /** Oldest first. */
  listOpen(limit: number): Promise<SubscriptionMismatchEntity[]> {
    return this.database.em.find(
      SubscriptionMismatchEntity,
      { resolvedAt: null },
      { orderBy: { foundAt: 'asc' }, limit },
    );
  }

  countOpen(): Promise<Record<string, number>> {
    return this.database.em.countBy(SubscriptionMismatchEntity, 'kind', { where: { resolvedAt: null } });
  }
}
