import { planPriceOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { ProviderSubscription } from '../../billing/index.js';
import { subscriptionPastDue } from '../domain/events.js';
import { givesAccess, type StoredStatus, type Subscription } from '../domain/subscription.js';
import { SubscriptionCancellationsRepository } from '../persistence/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Our status for the provider's; undefined while the first payment is still being credited there. */
export function statusFrom(status: ProviderSubscription['status']): StoredStatus | undefined {
  if (status === 'active' || status === 'trialing') return 'active';
  if (status === 'past_due') return 'past_due';
  if (status === 'canceled' || status === 'unpaid' || status === 'paused') return 'canceled';
  return undefined;
}

/** Brings our copy of a subscription to what the provider says now. Late, repeated and out-of-order webhook events are harmless. */
@Injectable()
export class SyncSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** In a transaction. `current` as just read from the provider. */
  async apply(current: ProviderSubscription): Promise<void> {
    const known = await this.find(current);
    const status = statusFrom(current.status);
    if (!known || !status || known.status === 'refunded') return;
    if (known.recurringSetupAt === null || (await this.isRevival(known, status))) return;
    const { plan, interval } = current.planPrice ?? known;
    await this.subscriptions.updateState(known.id, {
      status,
      plan,
      interval,
      amountCents: planPriceOf(plan, interval).amountCents,
      currentPeriodStart: current.currentPeriodStart,
      currentPeriodEnd: current.currentPeriodEnd,
      cancelAtPeriodEnd: current.cancelAtPeriodEnd,
      endedAt: givesAccess(status) ? null : (current.endedAt ?? current.currentPeriodEnd),
    });
    if (status === 'past_due' && known.status !== 'past_due') {
      await this.outbox.emit(subscriptionPastDue, {
        subscriptionId: known.id,
        userId: known.userId,
        payUrl: current.latestInvoice?.payUrl ?? null,
      });
    }
  }

  /**
   * A customer has one plan that gives access; an older one that comes back to life at the provider is left to support. One of a
   * deleted account is still being ended there.
   */
  private async isRevival(known: Subscription, status: StoredStatus): Promise<boolean> {
    if (!givesAccess(status) || givesAccess(known.status)) return false;
    if (await this.cancellations.find(known.userId)) return true;
    return (await this.subscriptions.findLiveOf(known.userId)) !== undefined;
  }

  private async find(current: ProviderSubscription): Promise<Subscription | undefined> {
    const known = await this.subscriptions.findByProviderId(current.id);
    return known && this.subscriptions.lock(known.id);
  }
}
