import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../platform/metrics/metrics.js';
import { CheckoutsRepository } from './persistence/checkouts.repository.js';

/** A metric to alert on: payments that need staff. */
@Injectable()
export class CheckoutMetrics implements OnModuleInit {
  constructor(
    private readonly checkouts: CheckoutsRepository,
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
  }
}
