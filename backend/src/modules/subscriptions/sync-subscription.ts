import { planPriceOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { ProviderSubscription } from '../billing/index.js';
import { subscriptionPastDue } from './events.js';
import { givesAccess, type StoredStatus } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionCancellationsRepository } from './subscription-cancellations.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Maps the provider's status to ours; undefined while the first payment is not applied there yet. */
export function statusFrom(status: ProviderSubscription['status']): StoredStatus | undefined {
  if (status === 'active' || status === 'trialing') return 'active';
  if (status === 'past_due') return 'past_due';
  if (status === 'canceled' || status === 'unpaid' || status === 'paused') return 'canceled';
  return undefined;
}

/** Updates our copy of a subscription to the provider's current state. Late, repeated and out-of-order webhook events are harmless. */
@Injectable()
export class SyncSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Requires a transaction. `current` must have been read from the provider just now. */
  async apply(current: ProviderSubscription): Promise<void> {
    const known = await this.find(current);
    const status = statusFrom(current.status);
    if (!known || !status || known.status === 'refunded') return;
    if (!known.recurringSetupAt || (await this.isReactivation(known, status))) return;
    const { plan, interval } = current.planPrice ?? known;
    const wasPastDue = known.status === 'past_due';
    this.subscriptions.updateState(known, {
      status,
      plan,
      interval,
      amountCents: planPriceOf(plan, interval).amountCents,
      currentPeriodStart: current.currentPeriodStart,
      currentPeriodEnd: current.currentPeriodEnd,
      cancelAtPeriodEnd: current.cancelAtPeriodEnd,
      endedAt: givesAccess(status) ? null : (current.endedAt ?? current.currentPeriodEnd),
    });
    if (status === 'past_due' && !wasPastDue) {
      await this.outbox.emit(subscriptionPastDue, {
        subscriptionId: known.id,
        userId: known.userId,
        payUrl: current.latestInvoice?.payUrl ?? null,
      });
    }
  }

  /**
   * A customer has at most one subscription that gives access, so an older one that the provider reactivates is left to staff. One of a
   * deleted user is still being canceled there.
   */
  private async isReactivation(known: SubscriptionEntity, status: StoredStatus): Promise<boolean> {
    if (!givesAccess(status) || givesAccess(known.status)) return false;
    if (await this.cancellations.find(known.userId)) return true;
    return (await this.subscriptions.findLiveOf(known.userId)) !== null;
  }

  private async find(current: ProviderSubscription): Promise<SubscriptionEntity | null> {
    const known = await this.subscriptions.findByProviderId(current.id);
    return known && this.subscriptions.lock(known.id);
  }
}
