import { LockMode, sql } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { CheckoutEntity } from '../persistence/checkout.entity.js';

const MIN_CHECK_SECONDS = 120;
const MAX_DELAY_SECONDS = 6 * 3600;
const CLOSE_AGAIN_SECONDS = 3600;
const MAX_DOUBLINGS = 10;

/** Recurring work on open checkouts: checks with the provider, closing and deletion of personal data. */
@Injectable()
export class UnpaidCheckoutsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Claims open checkouts that are due for a check, longest due first. The delay until the next check grows with their age. */
  claimForCheck(limit: number): Promise<CheckoutEntity[]> {
    const now = this.clock.now();
    return this.database.transaction(async () => {
      const due = await this.database.em.find(
        CheckoutEntity,
        { status: 'open', nextCheckAt: { $lte: now } },
        { orderBy: { nextCheckAt: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
      );
      for (const checkout of due) {
        const ageSeconds = (now.getTime() - checkout.createdAt.getTime()) / 1000;
        checkout.nextCheckAt = this.clock.in(
          Math.min(MAX_DELAY_SECONDS, Math.max(MIN_CHECK_SECONDS, ageSeconds)),
        );
      }
      return due;
    });
  }

  /** Claims open checkouts older than this that are due to be closed, longest due first. Each is due again after an hour. */
  claimForClosing(olderThanSeconds: number, limit: number): Promise<CheckoutEntity[]> {
    const dueAt = sql`coalesce(next_close_at, created_at)`;
    return this.database.transaction(async () => {
      const due = await this.database.em.find(
        CheckoutEntity,
        {
          status: 'open',
          createdAt: { $lt: this.clock.in(-olderThanSeconds) },
          [dueAt]: { $lte: this.clock.now() },
        },
        { orderBy: { [dueAt]: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
      );
      for (const checkout of due) checkout.nextCloseAt = this.clock.in(CLOSE_AGAIN_SECONDS);
      return due;
    });
  }

  /** Records a failed check. The delay until the next one doubles with every failure, up to six hours. */
  countCheckFailure(id: string, reason: string): Promise<void> {
    return this.change(id, (checkout) => {
      checkout.nextCheckAt = this.nextAttemptAfter(checkout.checkFailures);
      checkout.checkFailures += 1;
      checkout.lastError = reason;
    });
  }

  async clearCheckFailures(id: string): Promise<void> {
    await this.database.em.nativeUpdate(
      CheckoutEntity,
      { id, checkFailures: { $gt: 0 } },
      { checkFailures: 0, lastError: null },
    );
  }

  /** Records a failure to close the checkout at the provider. The delay until the next attempt grows in the same way. */
  countCloseFailure(id: string, reason: string): Promise<void> {
    return this.change(id, (checkout) => {
      checkout.nextCloseAt = this.nextAttemptAfter(checkout.closeFailures);
      checkout.closeFailures += 1;
      checkout.lastError = reason;
    });
  }

  /** Includes checkouts that cannot be closed at the provider. */
  async deletePasswordHashesOlderThan(seconds: number): Promise<void> {
    await this.database.em.nativeUpdate(
      CheckoutEntity,
      { status: 'open', createdAt: { $lt: this.clock.in(-seconds) }, passwordHash: { $ne: null } },
      { passwordHash: null },
    );
  }

  /** Deletes the buyer's data from unpaid checkouts. */
  async deleteBuyersOfUnpaidOlderThan(seconds: number): Promise<void> {
    await this.database.em.nativeUpdate(
      CheckoutEntity,
      {
        status: 'canceled',
        createdAt: { $lt: this.clock.in(-seconds) },
        $or: [{ email: { $ne: null } }, { fullName: { $ne: null } }, { ipHash: { $ne: null } }],
      },
      { email: null, emailNormalized: null, fullName: null, passwordHash: null, ipHash: null },
    );
  }

  private change(id: string, apply: (checkout: CheckoutEntity) => void): Promise<void> {
    return this.database.transaction(async () => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const checkout = await this.database.em.findOne(CheckoutEntity, id, { lockMode, refresh: true });
      if (checkout) apply(checkout);
    });
  }

  private nextAttemptAfter(failures: number): Date {
    return this.clock.in(Math.min(MAX_DELAY_SECONDS, 60 * 2 ** Math.min(failures, MAX_DOUBLINGS)));
  }
}
