import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  cancellationSubmissionProcessed,
  CancellationSubmissions,
  guaranteeEndsAt,
  linkExpiresAt,
  Subscriptions,
  type Subscription,
  withdrawalReminderDue,
} from '../../subscriptions/index.js';
import { QueueEmail } from '../core/queue-email.js';
import type { CancellationReceivedParams } from '../templates/domain/cancellation-templates.js';

/** Emails the receipt for a cancellation or withdrawal to the given address, whether or not it has an account. */
@Injectable()
export class SendCancellationReceipt extends EventHandler<{ submissionId: string }> {
  override readonly id = 'send-cancellation-receipt';
  override readonly event = cancellationSubmissionProcessed;

  constructor(
    private readonly submissions: CancellationSubmissions,
    private readonly subscriptions: Subscriptions,
    private readonly queueEmail: QueueEmail,
  ) {
    super();
  }

  override async handle({ submissionId }: { submissionId: string }): Promise<void> {
    const submission = await this.submissions.find(submissionId);
    if (!submission?.outcome || submission.email === null) return;
    const { reference, kind, email, receivedAt, reason, effectiveOn, outcome, refundable } = submission;
    const { userId, subscriptionId, endsAt } = submission;
    const subscription = subscriptionId === null ? null : await this.subscriptions.findById(subscriptionId);
    const params: CancellationReceivedParams = {
      reference,
      kind,
      email,
      receivedAt: receivedAt.toISOString(),
      forCause: reason !== null,
      effectiveOn,
      outcome,
      plan: subscription?.plan ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      refundable,
      noRefundReason: noRefundReason(subscription, receivedAt),
      linkExpiresAt: linkExpiresAt(submission).toISOString(),
    };
    await this.queueEmail.queue(
      { template: 'cancellation-received', locale: 'en', params, recipient: email, userId },
      { dedupeKey: `cancellation-receipt:${submissionId}` },
    );
  }
}

function noRefundReason(
  subscription: Subscription | null,
  receivedAt: Date,
): CancellationReceivedParams['noRefundReason'] {
  if (!subscription || receivedAt >= guaranteeEndsAt(subscription.createdAt)) return 'late';
  const { status, disputed } = subscription;
  return disputed || status === 'unpaid' || status === 'paused' ? 'unavailable' : 'used';
}

/** Reminds a customer who withdrew to confirm the refund, once. */
@Injectable()
export class SendWithdrawalReminder extends EventHandler<{ submissionId: string }> {
  override readonly id = 'send-withdrawal-reminder';
  override readonly event = withdrawalReminderDue;

  constructor(
    private readonly submissions: CancellationSubmissions,
    private readonly queueEmail: QueueEmail,
  ) {
    super();
  }

  override async handle({ submissionId }: { submissionId: string }): Promise<void> {
    const submission = await this.submissions.findUnconfirmedWithdrawal(submissionId);
    if (!submission || submission.email === null) return;
    const { reference, email: recipient, receivedAt, userId, subscriptionId } = submission;
    const params = {
      reference,
      receivedAt: receivedAt.toISOString(),
      linkExpiresAt: linkExpiresAt(submission).toISOString(),
    };
    await this.queueEmail.queue(
      { template: 'withdrawal-reminder', locale: 'en', params, recipient, userId },
      { dedupeKey: `withdrawal-reminder:${subscriptionId}` },
    );
  }
}
