import type { RefundResult } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import { isDisputed, isDisputeLost, ReadPaymentReversal } from '../../billing/index.js';
import { ApplyChangeNow } from '../changes/applying/apply-change-now.js';
import { RequestChange } from '../changes/request-change.js';
import {
  SubscriptionChangesRepository,
  type RequestedChange,
} from '../changes/subscription-changes.repository.js';
import { NOT_ENDED, type ChangeStatus } from '../domain/change-rules.js';
import { NotRefundableError } from './refund-errors.js';

/** The payment to refund. Default amount: everything not refunded yet. */
export type RefundTerms = Omit<RequestedChange, 'kind'> & { paymentIntentId: string };

/** The money is on its way once the change is applied. */
const RESULTS: Partial<Record<ChangeStatus, RefundResult['status']>> = {
  applied: 'succeeded',
  failed: 'failed',
};

/** Refunds of subscription payments: stored first, then requested from the provider. */
@Injectable()
export class RequestRefund {
  constructor(
    private readonly requestChange: RequestChange,
    private readonly applyChangeNow: ApplyChangeNow,
    private readonly changes: SubscriptionChangesRepository,
    private readonly readReversal: ReadPaymentReversal,
    private readonly logger: Logger,
  ) {}

  /** The latest of the payment's refunds that end the subscription, unless nothing was returned. */
  async findEarlier(paymentIntentId: string): Promise<RefundResult | undefined> {
    const earlier = await this.changes.findEndingRefund(paymentIntentId);
    const isReturned = earlier?.status !== 'failed' || earlier.failureReason === NOT_ENDED;
    return earlier && isReturned ? this.result(earlier.id) : undefined;
  }

  /** The cents that have not been refunded. Throws `not_refundable`. */
  async refundableCents(paymentIntentId: string): Promise<number> {
    const reversal = await this.readReversal.read(paymentIntentId);
    if (!reversal?.receivedCents) throw new NotRefundableError('no_payment');
    if (isDisputed(reversal) || isDisputeLost(reversal)) throw new NotRefundableError('disputed');
    const refunded = reversal.refunds
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (refunded >= reversal.receivedCents) throw new NotRefundableError('already_refunded');
    return reversal.receivedCents - refunded;
  }

  /** `check` runs in the transaction that stores the request. If the provider is unavailable, the worker sends it. */
  async request(
    subscriptionId: string,
    terms: RefundTerms,
    options: { allowEnded: boolean; check?: () => Promise<void>; submissionId?: string | undefined },
  ): Promise<RefundResult> {
    const change = await this.requestChange.request(
      subscriptionId,
      async () => {
        await options.check?.();
        return { kind: 'refund', ...terms };
      },
      { appliedByRequest: true, allowEnded: options.allowEnded, submissionId: options.submissionId },
    );
    const { id: changeId } = change!;
    await this.applyChangeNow
      .apply(changeId)
      .catch((error: unknown) => this.logger.warn('refund failed, retry scheduled', { changeId, error }));
    return this.result(changeId);
  }

  private async result(changeId: string): Promise<RefundResult> {
    const change = await this.changes.find(changeId);
    const { status, failureReason } = change!;
    // The money was returned, and staff end the plan.
    if (failureReason === NOT_ENDED) return { refundId: changeId, status: 'pending' };
    return { refundId: changeId, status: RESULTS[status] ?? 'pending' };
  }
}
