import type { CancellationOutcome } from '@subscription-site/shared/contracts';
import { LockMode, raw, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { RowPurger } from '../../../platform/scheduler/row-purger.repository.js';
import { UUID } from '../../../platform/uuid.js';
import { hasSubscription } from './cancellation-submissions.queries.js';
import { CancellationSubmissionEntity } from './cancellation-submission.entity.js';
import { oldestReceivedAt } from './domain/link-lifetime.js';

export interface SubmissionQuery {
  /** A reference, an email address or the beginning of one, or a user ID. */
  search?: string | undefined;
  outcome?: CancellationOutcome | undefined;
  /** See {@link CancellationSubmissionsRepository.waitingAmong}. */
  waiting?: boolean | undefined;
}

/** A keyset cursor; newest first. */
export type SubmissionPosition = Pick<CancellationSubmissionEntity, 'receivedAt' | 'id'>;

export type NewSubmission = Pick<
  CancellationSubmissionEntity,
  | 'id'
  | 'reference'
  | 'kind'
  | 'name'
  | 'email'
  | 'emailNormalized'
  | 'contract'
  | 'reason'
  | 'effectiveOn'
  | 'receivedAt'
>;

@Injectable()
export class CancellationSubmissionsRepository {
  constructor(
    private readonly database: Database,
    private readonly rowPurger: RowPurger,
    private readonly clock: Clock,
  ) {}

  /** Requires a transaction. */
  add(submission: NewSubmission): void {
    const { em } = this.database;
    em.persist(
      em.create(CancellationSubmissionEntity, {
        ...submission,
        processedAt: null,
        outcome: null,
        userId: null,
        subscriptionId: null,
        changeId: null,
        endsAt: null,
        confirmedAt: null,
        undoneAt: null,
      }),
    );
  }

  find(id: string): Promise<CancellationSubmissionEntity | null> {
    return this.database.em.findOne(CancellationSubmissionEntity, id);
  }

  findByReference(reference: string): Promise<CancellationSubmissionEntity | null> {
    return this.database.em.findOne(CancellationSubmissionEntity, { reference });
  }

  /** Requires a transaction: locks the submission until it ends. */
  lock(id: string): Promise<CancellationSubmissionEntity | null> {
    return this.database.em.findOne(CancellationSubmissionEntity, id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
  }

  /** Has a confirmed submission wait for its confirmation again. Requires a transaction. */
  async reopen(id: string): Promise<void> {
    const submission = await this.lock(id);
    if (submission) submission.confirmedAt = null;
  }

  /** Newest first, starting after the position. */
  search(
    { search, outcome, waiting }: SubmissionQuery,
    after: SubmissionPosition | undefined,
    limit: number,
  ): Promise<CancellationSubmissionEntity[]> {
    const where: FilterQuery<CancellationSubmissionEntity>[] = [];
    if (search) {
      const beginning = `${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      where.push({
        $or: [
          { reference: search.toUpperCase() },
          { emailNormalized: { $like: beginning } },
          ...(UUID.test(search) ? [{ userId: search }] : []),
        ],
      });
    }
    if (outcome) where.push({ outcome });
    if (waiting) where.push(this.waiting());
    if (after) where.push({ [raw('(received_at, id) < (?, ?)', [after.receivedAt, after.id])]: [] });
    return this.database.em.find(
      CancellationSubmissionEntity,
      { $and: where },
      { orderBy: { receivedAt: 'desc', id: 'desc' }, limit },
    );
  }

  /** Of these, those whose refund, or whose end of the plan, can still be confirmed. */
  async waitingAmong(ids: string[]): Promise<Set<string>> {
    const found = await this.database.em.find(
      CancellationSubmissionEntity,
      { $and: [{ id: { $in: ids } }, this.waiting()] },
      { fields: ['id'] },
    );
    return new Set(found.map(({ id }) => id));
  }

  private waiting(): FilterQuery<CancellationSubmissionEntity> {
    const [refundSince, endSince] = oldestReceivedAt(this.clock.now());
    return {
      confirmedAt: null,
      undoneAt: null,
      $or: [
        {
          refundable: true,
          receivedAt: { $gt: refundSince },
          [hasSubscription("s.status <> 'refunded' and not s.disputed")]: [],
        },
        {
          refundable: false,
          outcome: 'confirmation_needed',
          receivedAt: { $gt: endSince },
          [hasSubscription("s.status in ('past_due', 'unpaid', 'paused')")]: [],
        },
      ],
    };
  }

  /** Deletes up to `limit` submissions received before this time. */
  async deleteBefore(time: Date, limit: number): Promise<void> {
    await this.rowPurger.purge(CancellationSubmissionEntity, 'receivedAt', time, limit);
  }
}
