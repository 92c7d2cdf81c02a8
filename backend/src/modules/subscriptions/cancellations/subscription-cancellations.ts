import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { subscriptionCancellationFailed } from '../events.js';
import type { SubscriptionCancellationEntity } from './subscription-cancellation.entity.js';
import { SubscriptionCancellationsRepository } from './subscription-cancellations.repository.js';
import { RequestCancellation } from './request-cancellation.js';

const MAX_LISTED = 500;

/** Cancellations of deleted users' subscriptions at the provider; a metric to alert on, and those that failed, for staff. */
@Injectable()
export class SubscriptionCancellations implements OnModuleInit {
  constructor(
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly requestCancellation: RequestCancellation,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly metrics: Metrics,
  ) {}

  find(userId: string): Promise<SubscriptionCancellationEntity | null> {
    return this.cancellations.find(userId);
  }

  /** Longest waiting first, at most 500. */
  listFailed(): Promise<SubscriptionCancellationEntity[]> {
    return this.cancellations.listFailed(MAX_LISTED);
  }

  /** Null unless the cancellation has failed and is not being retried. */
  async findFailed(userId: string): Promise<SubscriptionCancellationEntity | null> {
    const cancellation = await this.cancellations.find(userId);
    return cancellation?.status === 'failed' ? cancellation : null;
  }

  /** Restarts the attempts. Throws `not_found` if the cancellation has not failed. */
  async retry(userId: string, actorId: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.requestCancellation.retry(userId)))
        throw new DomainError('not_found', 'not_found', 'This user has no failed cancellation to retry.');
      await this.record('subscription_cancellation.retried', userId, undefined, actorId);
    });
  }

  /** Nothing more will be charged. Requires a transaction. */
  async complete(userId: string, refundedCents: number): Promise<void> {
    await this.cancellations.finish(userId, 'ended');
    await this.record('subscription_cancellation.completed', userId, { refundedCents });
  }

  /** Hands a permanently failed cancellation to staff. Requires a transaction. */
  async fail(userId: string, reason: string): Promise<void> {
    await this.cancellations.finish(userId, 'failed', reason);
    await this.outbox.emit(subscriptionCancellationFailed, { userId });
    await this.record('subscription_cancellation.failed', userId, { reason });
  }

  private record(
    action: AuditAction,
    userId: string,
    details?: Record<string, unknown>,
    actorId: string | null = null,
  ): Promise<void> {
    return this.audit.record({ actorId, action, subject: { type: 'user', id: userId }, details });
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
