import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Figures that operators alert on: paid checkouts without anybody to give the plan to, and refunds that are still due. */
@Injectable()
export class CheckoutFigures implements OnModuleInit {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'checkouts',
      'Checkouts that need somebody to look, by status.',
      ['status'],
      async (gauge) => {
        const { unclaimed, refundDue } = await this.checkouts.countNeedingAttention();
        gauge.set({ status: 'unclaimed' }, unclaimed);
        gauge.set({ status: 'refund_due' }, refundDue);
      },
    );
  }
}
