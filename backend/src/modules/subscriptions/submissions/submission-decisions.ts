import type { CancellationAction } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { CancelSubscription } from '../changes/cancel-subscription.js';
import { RefundUnderGuarantee } from '../refunds/refund-under-guarantee.js';
import type { CancellationSubmissionEntity } from './cancellation-submission.entity.js';
import { CancellationSubmissionsRepository } from './cancellation-submissions.repository.js';

/** Carries out a decision made through the link in a receipt. */
@Injectable()
export class SubmissionDecisions {
  constructor(
    private readonly submissions: CancellationSubmissionsRepository,
    private readonly cancelSubscription: CancelSubscription,
    private readonly refundUnderGuarantee: RefundUnderGuarantee,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async run(submission: CancellationSubmissionEntity, action: CancellationAction): Promise<void> {
    const { id } = submission;
    const userId = submission.userId!;
    if (action === 'refund') {
      // The provider is called, so not in the transaction. Repeated calls refund once.
      const { status } = await this.refundUnderGuarantee.refund(userId, submission);
      // The link can be used again after a failure.
      return status === 'failed' ? undefined : this.mark(id, 'confirmedAt');
    }
    return this.database.transaction(async () => {
      if (action === 'undo') await this.cancelSubscription.resume(userId, { submissionId: id });
      else await this.cancelSubscription.cancel(userId, id);
      await this.mark(id, action === 'undo' ? 'undoneAt' : 'confirmedAt');
    });
  }

  private mark(id: string, time: 'confirmedAt' | 'undoneAt'): Promise<void> {
    return this.database.transaction(async () => {
      const submission = await this.submissions.lock(id);
      if (submission) submission[time] ??= this.clock.now();
    });
  }
}
