import { Injectable } from '@nestjs/common';
import { SubscriptionsPort } from '../../../billing/index.js';
import { ReadSubscription } from '../../read-subscription.js';
import { SUBSCRIPTION_ENDED } from '../../domain/change-rules.js';
import type { SubscriptionEntity } from '../../subscription.entity.js';
import { SubscriptionsRepository } from '../../subscriptions.repository.js';
import type { SubscriptionChangeEntity } from '../subscription-change.entity.js';
import { SubscriptionChangesRepository } from '../subscription-changes.repository.js';
import { ApplyCancellation } from './apply-cancellation.js';
import { ApplyPlanChange } from './apply-plan-change.js';
import { ApplyRefund } from './apply-refund.js';
import type { ChangeOutcome } from './change-outcome.js';

/**
 * Applies a requested change at the provider. Every step reads the state first and sets it absolutely, and every charge and refund has
 * a key derived from the request, so it can be interrupted anywhere and run again, also at the same time.
 */
@Injectable()
export class ApplyChange {
  constructor(
    private readonly changes: SubscriptionChangesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly readSubscription: ReadSubscription,
    private readonly applyPlanChange: ApplyPlanChange,
    private readonly applyCancellation: ApplyCancellation,
    private readonly applyRefund: ApplyRefund,
  ) {}

  /** `again`: apply it even if it was applied before. Throws `PaymentProviderUnavailableError` or `PaymentProviderRejectedError`. */
  async apply(changeId: string, again = false): Promise<ChangeOutcome> {
    const change = await this.changes.find(changeId);
    if (!change || !canBeApplied(change, again)) return { status: 'superseded' };
    const subscription = await this.subscriptions.findById(change.subscriptionId);
    if (!subscription) throw new Error(`Subscription ${change.subscriptionId} not found.`);
    if (change.kind === 'refund') return this.applyRefund.apply(change, subscription);
    return this.applyToSubscription(change, subscription);
  }

  private async applyToSubscription(
    change: SubscriptionChangeEntity,
    { id: subscriptionId, providerSubscriptionId: id, recurringSetupAt }: SubscriptionEntity,
  ): Promise<ChangeOutcome> {
    const isCancellation = change.kind === 'cancel' || change.kind === 'end';
    if (!id || !recurringSetupAt) {
      if (isCancellation || change.kind === 'resume') return { status: 'not_set_up' };
      throw new Error(`Recurring billing of subscription ${subscriptionId} is not set up yet.`);
    }
    const current = await this.providerSubscriptions.find(id);
    if (!current || current.endedAt) {
      const snapshot = await this.readSubscription.read(id);
      return isCancellation
        ? { status: 'applied', snapshot }
        : { status: 'failed', reason: SUBSCRIPTION_ENDED, snapshot };
    }
    // Resuming with a plan schedules the change to it again.
    if (isCancellation || (change.kind === 'resume' && !change.plan)) {
      await this.applyCancellation.apply(change, current);
      return { status: 'applied', snapshot: await this.readSubscription.read(id) };
    }
    const result = await this.applyPlanChange.apply(change, current);
    return { ...result, snapshot: await this.readSubscription.read(id) };
  }
}

function canBeApplied({ status }: SubscriptionChangeEntity, again: boolean): boolean {
  return status === 'due' || status === 'waiting' || (again && status === 'applied');
}
