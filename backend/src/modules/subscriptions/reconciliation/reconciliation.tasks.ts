import { Injectable } from '@nestjs/common';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { RecoverReversals } from '../../billing/index.js';
import { FindMismatches } from './find-mismatches.js';
import { ReconcileSubscriptions } from './reconcile-subscriptions.js';

/** Compares subscriptions with the provider when they are due. */
@Injectable()
export class ReconcileSubscriptionsTask extends ScheduledTask {
  override readonly id = 'reconcile-subscriptions';
  override readonly everySeconds = 60;

  constructor(private readonly reconcileSubscriptions: ReconcileSubscriptions) {
    super();
  }

  override run(): Promise<void> {
    return this.reconcileSubscriptions.runDue();
  }
}

/** Once a day, finds refunds and disputes that webhooks missed, and subscriptions that exist at the provider only. */
@Injectable()
export class FindMismatchesTask extends ScheduledTask {
  override readonly id = 'find-subscription-mismatches';
  override readonly everySeconds = 86_400;

  constructor(
    private readonly recoverReversals: RecoverReversals,
    private readonly findMismatches: FindMismatches,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await this.recoverReversals.run();
    await this.findMismatches.run();
  }
}
