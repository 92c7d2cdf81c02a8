import { Injectable } from '@nestjs/common';
import { SubscriptionChangesRepository } from '../changes/subscription-changes.repository.js';
import { CancellationSubmissionEntity } from './cancellation-submission.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import {
  CancellationSubmissionsRepository,
  type SubmissionPosition,
  type SubmissionQuery,
} from './cancellation-submissions.repository.js';

/** How a plan ended. */
export interface PlanEnd {
  at: Date;
  refunded: boolean;
}

/** Cancellations and withdrawals that were submitted without signing in, for emails and support. */
@Injectable()
export class CancellationSubmissions {
  constructor(
    private readonly submissions: CancellationSubmissionsRepository,
    private readonly changes: SubscriptionChangesRepository,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  find(id: string): Promise<CancellationSubmissionEntity | null> {
    return this.submissions.find(id);
  }

  findByReference(reference: string): Promise<CancellationSubmissionEntity | null> {
    return this.submissions.findByReference(reference);
  }

  /** Newest first, starting after the position. */
  search(
    query: SubmissionQuery,
    after: SubmissionPosition | undefined,
    limit: number,
  ): Promise<CancellationSubmissionEntity[]> {
    return this.submissions.search(query, after, limit);
  }

  /** Of these, those whose refund, or whose end of the plan, can still be confirmed with the link in the receipt. */
  waitingAmong(ids: string[]): Promise<Set<string>> {
    return this.submissions.waitingAmong(ids);
  }

  /** When the customer undid these, by ID: with the link in the receipt, or by resuming the plan in their account. */
  async findUndoneTimes(submissions: readonly CancellationSubmissionEntity[]): Promise<Map<string, Date>> {
    const resumes = await this.changes.listResumes(
      submissions.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    );
    return new Map(
      submissions.flatMap(({ id, subscriptionId, processedAt, undoneAt }) => {
        const resume = resumes.find(
          (change) =>
            change.subscriptionId === subscriptionId && processedAt && change.createdAt >= processedAt,
        );
        const at = undoneAt ?? resume?.createdAt;
        return at ? [[id, at] as const] : [];
      }),
    );
  }

  /** How the plans of these have ended, by ID of the submission. */
  async findPlanEnds(submissions: readonly CancellationSubmissionEntity[]): Promise<Map<string, PlanEnd>> {
    const plans = await this.subscriptions.findByIds(
      submissions.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    );
    return new Map(
      submissions.flatMap(({ id, subscriptionId }) => {
        const { endedAt, status } = plans.find((plan) => plan.id === subscriptionId) ?? {};
        return endedAt ? [[id, { at: endedAt, refunded: status === 'refunded' }] as const] : [];
      }),
    );
  }

  /** The withdrawal, if its refund has not been confirmed and still can be. */
  async findUnconfirmedWithdrawal(id: string): Promise<CancellationSubmissionEntity | undefined> {
    const submission = await this.submissions.find(id);
    if (!submission?.refundable) return undefined;
    return (await this.submissions.waitingAmong([id])).has(id) ? submission : undefined;
  }
}
