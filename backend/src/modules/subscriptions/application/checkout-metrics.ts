import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { FAILURES_BEFORE_ALERT } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Metrics to alert on: payments that need staff, and customers whose renewals will not be charged. */
@Injectable()
export class CheckoutMetrics implements OnModuleInit {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'checkouts',
      'Checkouts that need attention, by status.',
      ['status'],
      async (gauge) => {
        const { unclaimed, needsReview, refundDue } = await this.checkouts.countNeedingAttention();
        gauge.set({ status: 'unclaimed' }, unclaimed);
        gauge.set({ status: 'needs_review' }, needsReview);
        gauge.set({ status: 'refund_due' }, refundDue);
      },
    );
    this.metrics.gauge(
      'recurring_setups_failing',
      'Subscriptions whose recurring setup keeps failing.',
      [],
      async (gauge) => gauge.set(await this.subscriptions.countFailingSetups(FAILURES_BEFORE_ALERT)),
    );
  }
}
