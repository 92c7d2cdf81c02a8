import type { CancellationOutcome } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { normalizeEmail, Users } from '../../auth/index.js';
import { scheduleEnd } from '../changes/cancel-subscription.js';
import { RequestChange } from '../changes/request-change.js';
import {
  cancellationSubmitted,
  cancellationSubmissionProcessed,
  withdrawalReminderDue,
  withdrawalUnconfirmed,
} from '../events.js';
import { GuaranteeRefundsRepository } from '../refunds/guarantee-refunds.repository.js';
import { isEnded, isUnpaid, refundableUntil } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import type { CancellationSubmissionEntity } from './cancellation-submission.entity.js';
import { CancellationSubmissionsRepository } from './cancellation-submissions.repository.js';

type Match = Pick<CancellationSubmissionEntity, 'outcome'> & Partial<CancellationSubmissionEntity>;

/** The law requires refunds within 14 days of the withdrawal. Staff need the last of them. */
const REMIND_AFTER_DAYS = 3;
const ALERT_AFTER_DAYS = 10;

/**
 * Finds the subscription for a submission and schedules its end, which can be undone. Anything that can't be undone (a refund, or ending
 * a plan whose payment is overdue) requires the link in the receipt.
 */
@Injectable()
export class MatchSubmission extends EventHandler<{ submissionId: string }> {
  override readonly id = 'match-cancellation-submission';
  override readonly event = cancellationSubmitted;

  constructor(
    private readonly submissions: CancellationSubmissionsRepository,
    private readonly users: Users,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly guaranteeRefunds: GuaranteeRefundsRepository,
    private readonly requestChange: RequestChange,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async handle({ submissionId }: { submissionId: string }): Promise<void> {
    const submission = await this.submissions.lock(submissionId);
    if (!submission || submission.processedAt) return;
    Object.assign(submission, await this.match(submission), { processedAt: this.clock.now() });
    await this.outbox.emit(cancellationSubmissionProcessed, { submissionId });
    if (!submission.refundable) return;
    const after = (days: number) => ({
      dueAt: new Date(submission.receivedAt.getTime() + days * 86_400_000),
    });
    await this.outbox.emit(withdrawalReminderDue, { submissionId }, after(REMIND_AFTER_DAYS));
    await this.outbox.emit(withdrawalUnconfirmed, { submissionId }, after(ALERT_AFTER_DAYS));
  }

  private async match(submission: CancellationSubmissionEntity): Promise<Match> {
    const user = submission.email === null ? undefined : await this.users.findByEmail(submission.email);
    if (!user) return { outcome: 'unmatched' };
    const emailHash = this.guaranteeRefunds.hashEmail(normalizeEmail(user.email));
    const found = await this.subscriptions.findAccount({ userId: user.id, emailHash });
    if (!found) return { outcome: 'no_subscription', userId: user.id };
    const refundable =
      submission.kind === 'withdraw' && refundableUntil(found, submission.receivedAt) !== null;
    if (isEnded(found.status) && !refundable) return { outcome: 'no_subscription', userId: user.id };
    const matched = { userId: user.id, subscriptionId: found.id, refundable };
    if (isEnded(found.status)) return { ...matched, outcome: 'already_ending', endsAt: found.endedAt };
    return { ...matched, ...(await this.schedule(submission, found.id)) };
  }

  private async schedule(submission: CancellationSubmissionEntity, subscriptionId: string): Promise<Match> {
    let match: Match = { outcome: null };
    const change = await this.requestChange.request(
      subscriptionId,
      async (subscription) => {
        const outcome = decideOutcome(submission, subscription);
        match = { outcome, endsAt: subscription.cancelAt ?? null };
        if (outcome !== 'scheduled') return null;
        const { currentPeriodEnd } = subscription;
        match.endsAt = currentPeriodEnd;
        return scheduleEnd(subscription, currentPeriodEnd);
      },
      { submissionId: submission.id },
    );
    return change ? { ...match, changeId: change.id } : match;
  }
}

function decideOutcome(
  { effectiveOn }: CancellationSubmissionEntity,
  { status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionEntity,
): CancellationOutcome {
  if (cancelAtPeriodEnd) return 'already_ending';
  if (isUnpaid(status)) return 'confirmation_needed';
  // Ending it earlier than requested would be wrong, so staff decide.
  if (effectiveOn && effectiveOn > currentPeriodEnd.toISOString().slice(0, 10)) return 'later_date';
  return 'scheduled';
}
