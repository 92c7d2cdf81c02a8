import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { SubscriptionCancellation } from '../domain/subscription-cancellation.js';
import { SubscriptionCancellationsRepository } from '../persistence/subscription-cancellations.repository.js';
import { RequestCancellation } from './request-cancellation.js';

const MAX_LISTED = 500;

/** Deleted users whose subscriptions could not be canceled at the provider, for staff; and a metric to alert on. */
@Injectable()
export class SubscriptionCancellations implements OnModuleInit {
  constructor(
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly requestCancellation: RequestCancellation,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly metrics: Metrics,
  ) {}

  /** Longest waiting first, at most 500. */
  listFailed(): Promise<SubscriptionCancellation[]> {
    return this.cancellations.listFailed(MAX_LISTED);
  }

  /** Undefined unless the cancellation has failed and is not being retried. */
  async findFailed(userId: string): Promise<SubscriptionCancellation | undefined> {
    const cancellation = await this.cancellations.find(userId);
    return cancellation?.status === 'failed' ? cancellation : undefined;
  }

  /** Restarts the attempts. Throws `not_found` if the cancellation has not failed. */
  async retry(userId: string, actorId: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.requestCancellation.retry(userId)))
        throw new DomainError('not_found', 'not_found', 'This user has no failed cancellation to retry.');
      await this.audit.record({
        actorId,
        action: 'subscription_cancellation.retried',
        subject: { type: 'user', id: userId },
      });
    });
  }

  onModuleInit(): void {
    this.metrics.gauge(
      'subscription_cancellations',
      'Deleted users whose subscriptions are not canceled at the provider yet, by status.',
      ['status'],
      async (gauge) => {
        const { due, failed } = await this.cancellations.countUnfinished();
        gauge.set({ status: 'due' }, due);
        gauge.set({ status: 'failed' }, failed);
      },
    );
  }
}
