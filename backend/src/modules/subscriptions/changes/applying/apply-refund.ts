import { Injectable } from '@nestjs/common';
import {
  END_SUBSCRIPTION,
  PaymentProviderRejectedError,
  ReadPaymentReversal,
  RefundsPort,
  RunningSubscriptions,
  type ProviderRefund,
} from '../../../billing/index.js';
import { ReadSubscription } from '../../read-subscription.js';
import type { SubscriptionEntity } from '../../subscription.entity.js';
import { ENDED_BY_REFUND } from '../../sync-subscription.js';
import type { ChangeOutcome } from './change-outcome.js';
import type { SubscriptionChangeEntity } from '../subscription-change.entity.js';
import { SubscriptionChangesRepository } from '../subscription-changes.repository.js';

/** Refunds a payment and, if requested, ends the subscription. Can be interrupted anywhere and run again. */
@Injectable()
export class ApplyRefund {
  constructor(
    private readonly refunds: RefundsPort,
    private readonly runningSubscriptions: RunningSubscriptions,
    private readonly readReversal: ReadPaymentReversal,
    private readonly changes: SubscriptionChangesRepository,
    private readonly readSubscription: ReadSubscription,
  ) {}

  async apply(change: SubscriptionChangeEntity, subscription: SubscriptionEntity): Promise<ChangeOutcome> {
    const refund = await this.refund(change);
    let { amountCents } = refund;
    const paymentIntentIds = [change.paymentIntentId!];
    await this.changes.recordRefund(change.id, isReturned(refund) ? refund.id : null);
    const { providerSubscriptionId: id } = subscription;
    if (id && change.endSubscription && isReturned(refund)) {
      const request = { eventId: change.id, attempt: 1, reason: ENDED_BY_REFUND };
      // The guarantee covers everything that was paid for the plan; staff decide about one payment.
      const since = change.actorId ? change.createdAt : undefined;
      const later = await this.runningSubscriptions.end(id, since, request);
      amountCents += later.refundedCents;
      paymentIntentIds.push(...later.paymentIntentIds);
    }
    const snapshot = id ? await this.readSubscription.read(id) : undefined;
    if (!isReturned(refund)) return { status: 'failed', reason: `refund_${refund.status}`, snapshot };
    return { status: 'applied', snapshot, refund: { id: refund.id, amountCents, paymentIntentIds } };
  }

  private async refund({
    id,
    paymentIntentId,
    amountCents,
    endSubscription,
  }: SubscriptionChangeEntity): Promise<ProviderRefund> {
    const earlier = await this.refunds.findByIntent(paymentIntentId!);
    const known = earlier.find(({ metadata }) => metadata.change_id === id);
    if (known) return known;
    try {
      return await this.refunds.create({
        paymentIntentId: paymentIntentId!,
        amountCents: amountCents ?? undefined,
        metadata: { change_id: id, [END_SUBSCRIPTION]: String(endSubscription) },
        key: `change:${id}:refund`,
      });
    } catch (error) {
      const other = error instanceof PaymentProviderRejectedError && (await this.findLast(paymentIntentId!));
      if (!other) throw error;
      return other;
    }
  }

  /** The last refund of a payment of which nothing is left to refund. Someone else was faster. */
  private async findLast(paymentIntentId: string): Promise<ProviderRefund | undefined> {
    const reversal = await this.readReversal.read(paymentIntentId);
    const returned = reversal?.refunds.filter(isReturned) ?? [];
    const cents = returned.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return reversal && cents >= reversal.receivedCents ? returned[0] : undefined;
  }
}

/** A pending refund counts: the provider reports it if it fails later. */
const isReturned = ({ status }: ProviderRefund): boolean => status === 'succeeded' || status === 'pending';
