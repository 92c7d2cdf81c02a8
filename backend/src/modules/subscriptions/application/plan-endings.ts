import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { PlanEnding } from '../domain/plan-ending.js';
import { PlanEndingsRepository } from '../persistence/plan-endings.repository.js';
import { OrderPlanEnding } from './order-plan-ending.js';

const MOST_LISTED = 500;

/** Deleted accounts whose plans could not be ended at the provider, for staff; and a figure to alert on. */
@Injectable()
export class PlanEndings implements OnModuleInit {
  constructor(
    private readonly endings: PlanEndingsRepository,
    private readonly orderPlanEnding: OrderPlanEnding,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly metrics: Metrics,
  ) {}

  /** Longest waiting first, at most 500. */
  listFailed(): Promise<PlanEnding[]> {
    return this.endings.listFailed(MOST_LISTED);
  }

  /** Undefined for one that was not given up, or is tried again. */
  async findFailed(accountId: string): Promise<PlanEnding | undefined> {
    const ending = await this.endings.find(accountId);
    return ending?.status === 'failed' ? ending : undefined;
  }

  /** Another line of tries. Throws `not_found` for one that does not wait for it. */
  async replay(accountId: string, actorId: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.orderPlanEnding.replay(accountId)))
        throw new DomainError('not_found', 'not_found', 'No plan of this account waits to be ended.');
      await this.audit.record({
        actorId,
        action: 'plans.ending-replayed',
        subject: { type: 'account', id: accountId },
      });
    });
  }

  onModuleInit(): void {
    this.metrics.gauge(
      'plan_endings',
      'Deleted accounts whose plans have not ended at the provider yet, by status.',
      ['status'],
      async (gauge) => {
        const { due, failed } = await this.endings.countUnfinished();
        gauge.set({ status: 'due' }, due);
        gauge.set({ status: 'failed' }, failed);
      },
    );
  }
}
