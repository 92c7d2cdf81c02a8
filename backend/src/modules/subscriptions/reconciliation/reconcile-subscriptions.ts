import { Injectable } from '@nestjs/common';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { RecoverReversals, type Reversal } from '../../billing/index.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { FindMismatches } from './find-mismatches.js';
import type { Drift } from './correct-subscription.js';
import { ReconcileSubscription } from './reconcile-subscription.js';
import type { Mismatch } from './subscription-mismatches.repository.js';

const BATCH_SIZE = 100;
/** Bounds the share of the provider's rate limit. */
const CONCURRENCY = 5;

export interface Reconciliation {
  /** Subscriptions compared. */
  checked: number;
  drifts: Drift[];
  /** Refunds and disputes that are applied by the worker. */
  reversals: Reversal[];
  mismatches: Mismatch[];
}

/** Compares subscriptions with the provider: those that are due, or all of them. */
@Injectable()
export class ReconcileSubscriptions {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly reconcileSubscription: ReconcileSubscription,
    private readonly recoverReversals: RecoverReversals,
    private readonly findMismatches: FindMismatches,
    private readonly isolatedRows: IsolatedRows,
  ) {}

  /** Those whose check is due, longest due first. A failed check is repeated after an hour. */
  async runDue(): Promise<void> {
    await this.run(await this.subscriptions.claimForCheck(BATCH_SIZE), {});
  }

  /** Every subscription that has not ended, refunds and disputes, and what exists at the provider only. */
  async runAll(options: { dryRun: boolean }): Promise<Reconciliation> {
    const drifts: Drift[] = [];
    let checked = 0;
    for await (const page of this.subscriptions.paginateUnended(BATCH_SIZE)) {
      checked += page.length;
      drifts.push(...(await this.run(page, options)));
    }
    const reversals = await this.recoverReversals.run(options);
    return { checked, drifts, reversals, mismatches: await this.findMismatches.run(options) };
  }

  private async run(subscriptions: SubscriptionEntity[], options: { dryRun?: boolean }): Promise<Drift[]> {
    const drifts: Drift[] = [];
    await this.isolatedRows.run(subscriptions, {
      task: 'reconcile-subscriptions',
      getId: ({ id }) => id,
      work: async (subscription) =>
        drifts.push(...(await this.reconcileSubscription.reconcile(subscription, options))),
      concurrency: CONCURRENCY,
    });
    return drifts;
  }
}
