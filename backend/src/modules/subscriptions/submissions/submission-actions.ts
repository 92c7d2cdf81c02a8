import type { CancellationAction, RefundPreview } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { AccountDeletions } from '../../auth/index.js';
import { SubscriptionChangesRepository } from '../changes/subscription-changes.repository.js';
import { GuaranteeRefundsRepository } from '../refunds/guarantee-refunds.repository.js';
import { PaymentProviderUnavailableError } from '../../billing/index.js';
import { PreviewRefund } from '../refunds/preview-refund.js';
import { isEnded } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import type { CancellationSubmissionEntity } from './cancellation-submission.entity.js';

export interface PossibleActions {
  actions: CancellationAction[];
  /** What `refund` would return; null if that is unknown. */
  refund: RefundPreview | null;
  /** When the account will be deleted; until its owner undoes that, the plan can't be kept. */
  deletionAt: Date | null;
  /** A refund that ends the plan was made or requested. */
  refunded: boolean;
}

/** What the link in a receipt can do now. */
@Injectable()
export class SubmissionActions {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly guaranteeRefunds: GuaranteeRefundsRepository,
    private readonly changes: SubscriptionChangesRepository,
    private readonly previewRefund: PreviewRefund,
    private readonly deletions: AccountDeletions,
  ) {}

  async find(
    submission: CancellationSubmissionEntity,
    subscription: SubscriptionEntity,
  ): Promise<PossibleActions> {
    const deletionAt = (await this.deletions.find(subscription.userId))?.scheduledFor ?? null;
    const refunded =
      subscription.status === 'refunded' || (await this.changes.countEndingRefunds(subscription.id)) > 0;
    const possible = refunded ? [] : await this.possible(submission, subscription);
    const actions = possible.filter((action) => action !== 'undo' || !deletionAt);
    const isRefundable = actions.includes('refund');
    const refund = isRefundable ? await this.preview(subscription) : null;
    return { actions, refund, deletionAt, refunded };
  }

  private async preview(subscription: SubscriptionEntity): Promise<RefundPreview | null> {
    try {
      return await this.previewRefund.preview(subscription);
    } catch (error) {
      if (error instanceof PaymentProviderUnavailableError) return null;
      throw error;
    }
  }

  private async possible(
    submission: CancellationSubmissionEntity,
    subscription: SubscriptionEntity,
  ): Promise<CancellationAction[]> {
    const { refundable, outcome, changeId } = submission;
    if (submission.undoneAt || submission.confirmedAt) return [];
    const actions: CancellationAction[] = [];
    if (refundable && (await this.isStillRefundable(submission, subscription))) actions.push('refund');
    if (isEnded(subscription.status)) return actions;
    if (outcome === 'confirmation_needed' && !subscription.cancelAtPeriodEnd) actions.push('end');
    const latest = changeId && (await this.changes.findLatest(subscription.id));
    if (latest && latest.id === changeId && subscription.status === 'active') actions.push('undo');
    return actions;
  }

  /** Withdrawing in time is enough, even if the plan ended before the refund was confirmed. */
  private async isStillRefundable(
    { emailNormalized }: CancellationSubmissionEntity,
    { id, userId }: SubscriptionEntity,
  ): Promise<boolean> {
    const emailHash = this.guaranteeRefunds.hashEmail(emailNormalized!);
    const current = await this.subscriptions.findAccount({ userId, emailHash });
    return current?.id === id && !current.guaranteeUsed && !current.disputed;
  }
}
